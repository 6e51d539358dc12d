//! Numbers as JSON writes them (R-JSON-4).

/// Why a value is no whole number of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WholeFault {
    /// It is not a number, or has a fraction.
    NotWhole,
    /// It is whole, but more than can be told exactly.
    OutOfRange,
}

/// The whole number that JSON text says: digits alone in the range of `i128`, with a point or an exponent (`1.0`,
/// `1e3`) within ±2^53.
pub(crate) fn whole(text: &str) -> Result<i128, WholeFault> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.bytes().next() {
        Some(b'0'..=b'9') if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().map_err(|_| WholeFault::OutOfRange)
        }
        Some(b'0'..=b'9') => {
            let value = from_float_token(digits)?;
            Ok(if text.starts_with('-') { -value } else { value })
        }
        _ => Err(WholeFault::NotWhole),
    }
}

fn from_float_token(digits: &str) -> Result<i128, WholeFault> {
    const LARGEST: i128 = 1 << 53;
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let short = significant.trim_end_matches('0');
    if short.is_empty() {
        return Ok(0);
    }
    let huge = || if exponent.starts_with('-') { WholeFault::NotWhole } else { WholeFault::OutOfRange };
    let exponent: i64 = exponent.parse().map_err(|_| huge())?;
    let dropped = (significant.len() - short.len()) as i64;
    let power = exponent.saturating_sub(fraction.len() as i64).saturating_add(dropped);
    match u32::try_from(power) {
        Err(_) if power < 0 => Err(WholeFault::NotWhole),
        Ok(power) if power <= 16 && short.len() <= 16 => {
            let value = short.parse::<i128>().map_err(|_| WholeFault::OutOfRange)? * 10_i128.pow(power);
            if value <= LARGEST { Ok(value) } else { Err(WholeFault::OutOfRange) }
        }
        _ => Err(WholeFault::OutOfRange),
    }
}

/// The 64-bit float nearest to what JSON text says, unless it is no number or beyond all floats.
pub(crate) fn float(text: &str) -> Option<f64> {
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    text.parse::<f64>().ok().filter(|value| is_number && value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_told_by_value_and_never_rounded() {
        assert_eq!(whole("7.0"), Ok(7));
        assert_eq!(whole("1e3"), Ok(1000));
        assert_eq!(whole("-12.50e1"), Ok(-125));
        assert_eq!(whole("18446744073709551615"), Ok(i128::from(u64::MAX)));
        assert_eq!(whole("0.0"), Ok(0));
        assert_eq!(whole("1.5"), Err(WholeFault::NotWhole));
        assert_eq!(whole("0.99999999999999999999"), Err(WholeFault::NotWhole));
        assert_eq!(whole("1e-400"), Err(WholeFault::NotWhole));
        assert_eq!(whole("9007199254740993.0"), Err(WholeFault::OutOfRange));
        assert_eq!(whole("9007199254740992.0"), Ok(1 << 53));
        assert_eq!(whole("1e99999999999999999999"), Err(WholeFault::OutOfRange));
        assert_eq!(whole(&"9".repeat(60)), Err(WholeFault::OutOfRange));
        assert_eq!(whole("\"1\""), Err(WholeFault::NotWhole));
    }

    #[test]
    fn floats_are_the_nearest_and_finite() {
        assert_eq!(float("0.1"), Some(0.1));
        assert_eq!(float("1e400"), None);
        assert_eq!(float("\"1\""), None);
    }
}
