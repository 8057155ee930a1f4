# Why a round is paired as it is. Articles are those of FIDE C.04.3.
reason-same-score = Both have the same score: { $score }.
reason-moved-down = { $who } (points: { $from }) found no opponent on the same score and meets one with { $to }.
reason-not-met = They have not met before (C1).
reason-not-met-plain = They have not met before.
reason-colour-refused-mild = { $who } does not get the colour due, but the preference was mild (C12).
reason-colour-refused-strong = { $who } does not get the colour due, with a strong preference (C12, C13).
reason-colour-refused-absolute = { $who } does not get the colour due, with an absolute preference; this happens only among topscorers in the last round (C10, C11).
reason-down-again = { $who } was also moved down in the previous round (C14, C18).
reason-down-again-two = { $who } was also moved down two rounds ago (C16, C20).
reason-up-again = { $who } also met a higher score in the previous round (C15, C19).
reason-up-again-two = { $who } also met a higher score two rounds ago (C17, C21).
reason-first-in-order = Of all pairings that meet the criteria equally well, this is the first in the order of article 4.
reason-bye = The bye goes to the lowest score that can be left out (here: { $score }; C5), and to nobody twice (C2). Rounds without a game so far: { $unplayed } (C9).
reason-berger = Round { $round } of the Berger table.
reason-rotation = Found by reading the list as a circle from the last player paired, never backwards.
reason-identifier = The pairing of the bracket with the smallest identifier (C.04.5, 3.6).
reason-draw = Neighbours in the draw.
reason-called = { $who } is called: the first with the highest score still free, reading on round the circle.
reason-bye-rotation = Rests as the last of the lowest score round the circle (here: { $score }), of those who have not rested yet.
reason-bye-double = The bye goes to the lowest score that can be left out (here: { $score }), then to whoever has played most matches, then to the largest number; to nobody twice (C.04.5, 3.4).

# Players or teams, whichever are paired
who-player = Player { $number }
who-team = Team { $number }
white-player = Player { $number } has White
white-team = Team { $number } has White on its first board
members-players = players
members-teams = teams

# Colours
colour-fixed = { $white }: the organiser has fixed a colour.
colour-both-granted = { $white }: both get the colour due ({ $article }).
colour-stronger = { $white }: the stronger preference is granted ({ $article }).
colour-wider = { $white }: the wider colour difference is granted ({ $article }).
colour-alternated = { $white }: colours alternate from the latest round in which they differed ({ $article }).
colour-higher-ranked = { $white }: the preference of the higher ranked is granted ({ $article }).
colour-initial = { $white }: by the colour drawn before round 1 and the pairing number ({ $article }).
first-game-initial = { $white } in the first game: neither has played yet, so the colour drawn before round 1 and the pairing number decide.
first-game-fewer-whites = { $white } in the first game, after fewer first games with White.
first-game-alternated = { $white } in the first game: colours alternate from the latest match in which they differed, or from the last one.

# What the bracket could not avoid
criterion-floaters = { $criterion }: { $members } of the bracket left without an opponent in it: { $times }.
criterion-colour-difference = { $criterion }: { $members } of the bracket whose colour difference exceeds two: { $times }.
criterion-third-colour = { $criterion }: { $members } of the bracket with the same colour three times in a row: { $times }.
criterion-colour = { $criterion }: { $members } of the bracket without the colour due: { $times }.
criterion-strong-colour = { $criterion }: { $members } of the bracket without the colour due, with a strong preference: { $times }.
criterion-down-again = { $criterion }: { $members } of the bracket moved down once more: { $times }.
criterion-up-again = { $criterion }: { $members } of the bracket who meet a higher score once more: { $times }.
criterion-score-difference = { $criterion }: repeated floats with a difference of scores in the bracket: { $times }.

# Why a round cannot be paired
no-pairing-impossible = Round { $round } cannot be paired without breaking an absolute rule: the arbiter decides.
no-pairing-all-paired = Every round has been paired: { $round } of { $round }.
no-pairing-too-few = Fewer than two players take part.
no-pairing-too-few-teams = Fewer than two teams with players take part: enter the teams first.
no-pairing-too-many-scores = Round { $round } has more different scores in one bracket than can be paired.
no-pairing-result-missing = The result of player { $number } in round { $round } is missing.
no-pairing-undecided = The match of player { $number } in round { $round } has no winner.
no-pairing-stopped = The pairing was stopped.

# Refusals
refusal-officials-only = Only an organiser or arbiter can do this.
refusal-out-of-date = Somebody else has made entries since you last looked. Check them, then repeat yours.
refusal-other-round = This was meant for round { $meant }, but round { $now } is under way. Nothing was entered; look at the board again.
refusal-entered-twice = A player of this name is already entered, with number { $number }.
refusal-bad-name = A name has 1 to 33 characters, all of them visible.
refusal-full = There are no pairing numbers left.
refusal-unknown-player = There is no player { $number }.
refusal-has-withdrawn = Player { $number } has withdrawn.
refusal-not-withdrawn = Player { $number } has not withdrawn.
refusal-round-paired = Round { $number } has been paired already.
refusal-round-not-paired = Round { $number } has not been paired yet.
refusal-not-a-bye = Only a half-point, zero-point or full-point bye can be granted.
refusal-no-round = No round has been paired yet.
refusal-wrong-stage = This is not possible now: the round is { $stage }.
refusal-not-everybody-once = Everybody who plays must be paired exactly once; check number { $number }.
refusal-too-many-byes = At most one can be left without an opponent.
refusal-not-in-system = This pairing system decides opponents and colours alone; nothing can be fixed.
refusal-nobody-to-keep-apart = Name at least two players to be kept apart, in a round that has not been paired yet.
refusal-too-many-groups = At most { $number } groups can be kept apart.
refusal-not-kept-apart = These players are not kept apart.
refusal-bad-group = Both groups of the first round need at least one player who plays.
refusal-bad-adjustment = Give the points as a number such as 0.5, or -1 for a penalty, not none and at most { $most }.
refusal-round-not-published = Round { $number } has not been published yet.
refusal-reason-missing = Please give a reason.
refusal-reason-too-long = A reason has at most { $number } characters, all of which can be written.
refusal-bad-federation = A federation or club has at most { $number } characters, all of which can be written.
refusal-no-such-round = There is no round { $number }: the event has { $rounds } rounds.
refusal-unknown-board = There is no board { $number } in this round.
refusal-no-game = Board { $number } has no game on this server.
refusal-not-at-board = You do not play on board { $number } in this round.
refusal-other-board = You do not play on board { $number }, but on board { $own }.
refusal-already-entered = Board { $number } already has a result: { $result }. The arbiter can correct it.
refusal-nothing-to-correct = Board { $number } has no result yet.
refusal-no-free-place = The round robin has begun: its table has no place free. A late player can only take the place of the bye, in an odd field.
refusal-not-in-scoring = The scoring of this event has no such result.
refusal-same-result = Board { $number } already has this result.
refusal-results-missing = Results are missing on these boards: { $boards }.
refusal-has-results = Results have been entered; the round cannot be cancelled.
refusal-too-late = Round { $number } can no longer be changed: the next one has been paired.

# Stages
stage-draft = a draft
stage-checked = checked, but not published
stage-published = published, but not started
stage-playing = being played
stage-closed = closed

# Headings
heading-round = Round { $round }
heading-bye = bye

# Lists and numbers
refusal-empty-list = The list is empty.
refusal-bad-rating = The rating is not a number.
refusal-in-line = Line { $line }: { $why }

# The log
log-entered = Entry: { $player }, number { $number }.
log-entrant-corrected = Details corrected: { $player }, number { $number }.
log-renumbered = Pairing numbers given.
log-details-noted = Details of the players taken from a report file.
log-records-kept = Records of a report file kept as they were.
log-ranked = The order in which players are ranked for pairing taken from a report file.
log-adjusted = { $player }, round { $round }: { $points } points. { $reason }
log-not-rated = Board { $board }: the game does not count for rating lists.
log-withdrawn = { $player } withdraws from round { $round } on.
log-readmitted = { $player } plays again from round { $round } on.
log-bye-full = Full-point bye for { $player } in round { $round }.
log-bye-half = Half-point bye for { $player } in round { $round }.
log-bye-zero = { $player } is away in round { $round }.
log-kept-apart = Kept apart in rounds { $from } to { $to }: { $players }.
log-allowed-to-meet = May meet again: { $players }.
log-colour-white = { $player } always has White.
log-colour-black = { $player } always has Black.
log-colour-free = The colour of { $player } is free again.
log-accelerated = Players { $first } to { $last } have { $points } virtual points in rounds { $from } to { $to }, for pairing only.
log-steered = Round 1 drawn: numbers 1 to { $number } against the others, as a draft.
log-drafted = Round { $round } paired, as a draft.
log-edited = Pairing changed by hand: { $reason }
log-checked = Pairing checked.
log-published = Round published.
log-started = Round started.
log-claimed = Board { $board }: { $result }, waiting for the opponent to confirm.
log-disputed = Board { $board }: the two players entered different results. The arbiter decides.
log-result = Board { $board }: { $result }.
log-corrected = Round { $round }, board { $board }: result corrected from { $from } to { $to }. { $reason }
log-closed = Round closed.
log-game-opened = Board { $board }: game opened.
log-ruled = Board { $board }, arbiter: { $ruling }
ruling-stop-clocks = The clocks are stopped.
ruling-restart-clocks = The clocks run again.
ruling-set-clocks = Clocks set: White { $white }, Black { $black }.
ruling-start-count = The count of king moves begins.
ruling-cancel-count = The count of king moves is cancelled.
ruling-declare-draw = Draw declared.
ruling-loss-white = White loses the game for refusing to follow the rules.
ruling-loss-black = Black loses the game for refusing to follow the rules.
log-taken-back = Round cancelled: { $reason }
log-reopened = Round reopened: { $reason }

# What a pairing made by hand breaks
broken-rematch = { $players }: they have met, or must not meet ({ $criterion }).
broken-second-bye = { $players }: a second bye ({ $criterion }).
broken-colours = { $players }: colours would exceed their limits ({ $criterion }).
broken-bye-score = The bye goes to a higher score than necessary ({ $criterion }).
broken-scores = Scores that meet are further apart than necessary ({ $criterion }).
broken-colour-preferences = The colour due is granted less often than possible ({ $criterion }).

# Report files (TRF)
trf-line = line { $line }: { $problem }
trf-unknown-record = the record “{ $text }” is not known; it is kept as it is
trf-bad-field = “{ $text }” is not a valid { $field }
trf-missing-field = missing: { $field }
trf-repeated-number = pairing number { $number } is given twice
trf-unknown-player = there is no player { $number }
trf-own-opponent = player { $number } is paired with themselves
trf-contradiction = round { $round } of player { $number } contradicts the entry of player { $opponent }
trf-points-differ = player { $number } has { $listed } points, but the results are worth { $computed }
trf-unknown-system = the pairing system “{ $text }” is not known
trf-uneven-results = round { $round }: players { $number } and { $opponent } have less together than a game is worth; read as a penalty
trf-repeated-name = player { $number } has the same name as player { $opponent }
trf-record-changed = record { $text } contradicts an earlier one; the last one counts
trf-players-differ = the file names { $listed } players (record 062) and has { $found }
trf-unknown-word = “{ $text }” is not known in record { $record }; it has no effect
trf-without-effect = record { $record } is kept; it has no effect on pairing and points here
trf-not-carried = record { $record } is not taken over into the event
trf-one-sided-forfeit = round { $round }: the forfeit of player { $number } against player { $opponent } stands only on one line
trf-not-utf8 = the file is not UTF-8; it was read as Latin-1
trf-too-long = the file is longer than any tournament
trf-no-players = the file has no player (record 001)
trf-field-pairing-number = pairing number
trf-field-rating = rating
trf-field-points = number of points
trf-field-rank = rank
trf-field-round-result = round result
trf-field-opponent = opponent
trf-field-rounds = number of rounds
trf-field-result-letter = letter of a result
trf-field-round = round number
trf-field-initial-colour = initial colour (W or B)
trf-field-bye-kind = kind of bye (H, F or Z)
trf-field-board-colours = colours of a team's boards (W and B)

# Terms of a tournament
terms-version = Version { $text } of the terms is not known.
terms-name = A name is empty, too long, or has characters that are not seen.
terms-rounds = A tournament has 1 to 99 rounds.
terms-scoring = A win must be worth more than a draw, and a draw no less than a loss.
terms-variant = There is no game “{ $text }”; choose one of { $known }.
terms-system = There is no pairing system “{ $text }”; choose one of { $known }.
terms-tie-break = There is no tie-break “{ $text }”.
terms-tie-break-twice = The tie-break “{ $text }” is named twice.
terms-too-many-tie-breaks = At most { $text } tie-breaks can be set.
terms-acceleration = Only Swiss pairing (dutch) can be accelerated.
terms-colour = There is no colour “{ $text }”: choose white or black.
terms-points = “{ $text }” is not a number of points.
terms-scope = Openings are drawn for each “round” or each “pairing”, not for “{ $text }”.
terms-games = A pairing has one game, or two with colours exchanged.
terms-double-needs-two-games = Double-Swiss pairs matches of two games with colours exchanged: choose two games, or the Swiss system (dutch).
terms-cycles = A round robin has 1 to 4 cycles, and its number of rounds follows from the field.
terms-edges = A drawn game with an advantage is worth more to one side than to the other, between win and loss; there are at most two degrees, and none in micro-matches.
terms-last-rounds = Only a round robin exchanges the last two rounds of its first cycle.
terms-barred-opening = Barred openings are numbered from 1 to the last opening of the deck.
terms-online-time = Give 1 to 180 minutes, up to 60 seconds a move, and 1 to 3,600 seconds for the first move.

# Arenas
refusal-no-rounds = An arena has no rounds: whoever is free is paired while it is held.
refusal-not-an-arena = This is possible only in an arena that has begun.
terms-arena = An arena is played online, lasts 10 to 240 minutes, and has one round of single games.
log-arena-opened = The arena has begun.
log-arena-paired = Paired: { $players }.
log-paused = { $player } pauses.
log-resumed = { $player } plays on.

# Dates that the players arrange
refusal-players-only = Only the two players arrange when they play.
refusal-no-appointments = In this event the players do not arrange the dates of their games.
refusal-has-begun = The game of board { $number } has begun.
refusal-window-closed = The time to play this game ended on { $date }; the organiser decides.
refusal-outside-window = Choose a date in the future, up to { $date }.
refusal-date-is-fixed = The agreed date is less than an hour away and cannot be changed any more. Both can still choose to play at once.
refusal-not-proposed = Your opponent does not propose this date, or has changed it.
refusal-not-later = Choose a date after { $date } and in the future.
refusal-too-many-at-once = All rounds can be played at once by up to { $number } players.
terms-window = A round with arranged dates lasts from 1 to 120 days, in an event by rounds with games at one sitting.
terms-at-once = All rounds are played at once in a round robin only, by correspondence or on arranged dates: 1 or 2 cycles, as one round.
terms-correspondence = By correspondence, choose 1 to 180 days and up to 60 days of vacation, without minutes, seconds or time for the first move.
log-all-drafted = Paired all { $rounds } rounds, to be played at once, as a draft.
log-date-proposed = Board { $board }: { $player } proposes { $date }.
log-date-agreed = Board { $board }: the game is played on { $date }.
log-ready-to-play = Board { $board }: { $player } is ready to play now.
log-left-unplayed = Board { $board }: not played in time. The organiser decides.
log-window-extended = Board { $board }: more time, until { $date }. { $reason }
log-unplayed-decided = Board { $board }, not played: { $result }. { $reason }

# Teams
refusal-bad-team = A team has a name of 1 to 32 characters, and players, each of them once.
refusal-in-other-team = Player { $number } is in the team “{ $team }”.
refusal-unknown-team = There is no team “{ $team }”.
terms-team-boards = A match of teams has 2 to 20 boards, in a Swiss event or a round robin of single games.
log-team-entered = Team “{ $team }”: { $players }.
log-team-removed = Team “{ $team }” removed.
