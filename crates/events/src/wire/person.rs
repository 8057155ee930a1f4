//! What report files say of a person, serialised.

use serde::{Deserialize, Serialize};

use crate::crosstable::PersonDetails;
use crate::outcome::PairingNumber;

/// What a report file says of a player beside name, rating and federation.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PersonDetails))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WirePersonDetails {
    /// Who.
    pub number: PairingNumber,
    /// `m` or `w`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sex: String,
    /// The title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The number in the federation's list.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The date of birth.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub birth: String,
}

impl From<(PairingNumber, PersonDetails)> for WirePersonDetails {
    fn from((number, PersonDetails { sex, title, id, birth }): (PairingNumber, PersonDetails)) -> Self {
        Self { number, sex, title, id, birth }
    }
}

impl WirePersonDetails {
    pub(super) fn read(self) -> (PairingNumber, PersonDetails) {
        let Self { number, sex, title, id, birth } = self;
        (number, PersonDetails { sex, title, id, birth })
    }
}
