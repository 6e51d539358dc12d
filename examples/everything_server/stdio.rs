//! One connection over standard input and output, a message a line.

use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

use crate::connection::Server;
use crate::stream::Out;

pub(crate) async fn serve(server: Arc<Server>) -> std::io::Result<()> {
    let (lines, written) = mpsc::unbounded_channel();
    let writer = tokio::spawn(write(written));
    let out = Out::Lines(lines);
    let connection = server.connect(&out);
    let mut input = BufReader::new(tokio::io::stdin());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).await? > 0 {
        if !line.trim_ascii().is_empty()
            && let Some(work) = server.react(&connection, None, &line, &out)
        {
            let out = out.clone();
            tokio::spawn(async move { out.finish(work.await) });
        }
        line.clear();
    }
    // What was asked for before the input ended is still answered: the lines end when nobody has any more to write.
    connection.closing.cancel();
    drop((out, connection));
    writer.await?
}

async fn write(mut lines: mpsc::UnboundedReceiver<String>) -> std::io::Result<()> {
    let mut output = tokio::io::stdout();
    while let Some(line) = lines.recv().await {
        output.write_all(format!("{line}\n").as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}
