//! Lists of numbers of which most are zero, as bytes.
//!
//! Each number that is not zero is written as the count of zeros before it and its value, both as variable-length integers of
//! seven bits per byte, the lowest first; values are zigzag-coded. The count of numbers comes first.

pub(crate) fn write(numbers: &[i16], bytes: &mut Vec<u8>) {
    let present = numbers.iter().enumerate().filter(|&(_, &number)| number != 0);
    write_integer(present.clone().count() as u32, bytes);
    let mut next = 0;
    for (index, &number) in present {
        write_integer((index - next) as u32, bytes);
        let value = i32::from(number);
        write_integer((value << 1 ^ value >> 31) as u32, bytes);
        next = index + 1;
    }
}

/// Reads a list of this length from the start of the bytes and advances past it; none if it is damaged.
pub(crate) fn read(bytes: &mut &[u8], length: usize) -> Option<Vec<i16>> {
    let mut numbers = vec![0; length];
    let mut next = 0_usize;
    for _ in 0..read_integer(bytes)? {
        next = next.checked_add(read_integer(bytes)? as usize)?;
        let coded = read_integer(bytes)?;
        let value = (coded >> 1) as i32 ^ -((coded & 1) as i32);
        *numbers.get_mut(next)? = i16::try_from(value).ok()?;
        next += 1;
    }
    Some(numbers)
}

fn write_integer(mut value: u32, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn read_integer(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0_u32;
    for shift in (0..u32::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7F).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_back_as_they_were_written() {
        let mut numbers = vec![0_i16; 100_000];
        for (index, value) in [(0, i16::MIN), (1, i16::MAX), (300, -1), (70_000, 64), (99_999, 1)] {
            numbers[index] = value;
        }
        let mut bytes = Vec::new();
        write(&numbers, &mut bytes);
        let mut rest = &bytes[..];
        assert_eq!(read(&mut rest, numbers.len()), Some(numbers));
        assert!(rest.is_empty());
    }

    #[test]
    fn damaged_lists_are_refused() {
        let mut bytes = Vec::new();
        write(&[0, 5, 0, -7], &mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(read(&mut &bytes[..end], 4), None, "{end}");
        }
        assert_eq!(read(&mut &bytes[..], 3), None);
        assert_eq!(read(&mut &[1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF][..], 3), None);
    }
}
