//! The diagram as PNG, drawn from the SVG.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why a diagram could not be rendered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PngError {
    /// The width is 0 or more than [`WIDEST`].
    Width(u32),
    /// The SVG could not be parsed.
    Drawing(String),
    /// The PNG could not be encoded.
    Packing(String),
}

/// The maximum width in pixels.
pub const WIDEST: u32 = 8192;

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(width) => {
                write!(f, "a picture {width} pixels wide cannot be made; 1 to {WIDEST} can")
            }
            Self::Drawing(reason) => write!(f, "the drawing cannot be read: {reason}"),
            Self::Packing(reason) => write!(f, "the picture cannot be packed: {reason}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Renders an SVG at this width in pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if width == 0 || width > WIDEST {
        return Err(PngError::Width(width));
    }
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| PngError::Drawing(e.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Width(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngError::Packing(e.to_string()))
}
