//! QR codes as inline SVG.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// Modules of white around the code: the standard asks for four.
const MARGIN: i32 = 4;

/// A code for a text; empty if the text is too long for one.
pub(in crate::http) fn svg(text: &str) -> String {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return String::new() };
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + MARGIN, y + MARGIN);
        }
    }
    let whole = size + 2 * MARGIN;
    format!(
        "<svg class=\"qr\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"QR\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::svg;

    #[test]
    fn a_link_becomes_a_code() {
        let code = svg("http://192.168.1.20:7313/event/ab3de9gh2k/board/12/k3m9xq2a");
        assert!(code.starts_with("<svg") && code.matches("h1v1h-1z").count() > 300, "{code}");
        assert_eq!(svg(&"x".repeat(5000)), "");
    }
}
