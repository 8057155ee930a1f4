//! Rows of a damaged file. A check at the start finds damaged pages, but not text that is no UTF-8: reading it as text would
//! panic.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, TypeInfo, ValueRef};

use crate::{StoreError, StoreResult};

/// What can be read without a panic, or an error that tells of the damage.
pub(super) trait Sound: Sized {
    fn sound(self) -> StoreResult<Self>;
}

impl Sound for SqliteRow {
    fn sound(self) -> StoreResult<Self> {
        for column in 0..self.len() {
            let is_text = self.try_get_raw(column)?.type_info().name() == "TEXT";
            if is_text && let Err(error) = self.try_get_unchecked::<&str, _>(column) {
                return Err(StoreError::Damaged(error.to_string()));
            }
        }
        Ok(self)
    }
}

impl<T: Sound> Sound for Option<T> {
    fn sound(self) -> StoreResult<Self> {
        self.map(T::sound).transpose()
    }
}

impl<T: Sound> Sound for Vec<T> {
    fn sound(self) -> StoreResult<Self> {
        self.into_iter().map(T::sound).collect()
    }
}
