//! Payloads and hand-written types that the benches share, and how they are measured.

pub mod hand;
pub mod payloads;

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// The subject that all others of its question are compared with.
pub const OWNED: &str = "hand-written, owned";

/// Subjects that answer one question, side by side.
pub struct Question<'c>(BenchmarkGroup<'c, WallTime>);

impl<'c> Question<'c> {
    /// A question about a message of so many bytes.
    pub fn new(criterion: &'c mut Criterion, name: &str, bytes: usize) -> Self {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(bytes as u64));
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2)).sample_size(60);
        Self(group)
    }

    /// Measures one subject; what it makes is dropped within the time.
    pub fn subject<T>(&mut self, name: &str, mut work: impl FnMut() -> T) -> &mut Self {
        self.0.bench_function(name, |bencher| {
            bencher.iter(|| {
                black_box(work());
            });
        });
        self
    }
}

/// A peer's answer with a result of type `R`, as ours reads it.
pub fn answer<R: mcp_wire::rt::Wire>(text: &str, reading: mcp_wire::Reading) -> mcp_wire::Answer<R> {
    mcp_wire::Answer::parse(text.as_bytes(), reading).expect("the payload is valid")
}
