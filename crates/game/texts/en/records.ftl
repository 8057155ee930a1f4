# What is wrong with records, positions and moves as they are written, and the words of the commands that check them.

fault-unknown-square = This board has no playing square { $square }.
fault-square-twice = Square { $square } is given twice.
fault-man-on-crown-row = { $side-name } has a man on its crown row, square { $square }: it must be a king.
fault-too-many-pieces = { $side-name } has { $made } pieces, more than the { $limit } of a game.
fault-no-pieces = { $side-name } has no pieces.
fault-no-turn = The side to move is missing.

fen-empty = The FEN is empty.
fen-unread = The FEN cannot be read at column { $column }: { $text }
fen-turn-expected = it should begin with the side to move and a colon, W: or B:.
fen-colour-expected = W or B and the pieces of that colour should follow.
fen-colour-twice = the pieces of this colour have already been given.
fen-square-expected = a square is expected here, such as 12, K12 or c3.
fen-separator-expected = a comma, a colon or the end is expected here.
fen-number-too-long = no board has a square with that number.
fen-range-backwards = the range ends before it begins.

pdn-not-utf-8 = The text is not UTF-8; it was read as Latin-1.
pdn-one-game-a-line = The lines contain only moves, without tags: each line was read as a game.
pdn-stray-text = “{ $text }” is outside a comment and was left out.
pdn-unread-move = “{ $text }” cannot be read as a move.
pdn-unknown-move = A dash stands for an unknown move.
pdn-foreign-tag = The tag { $text } was read as { $move }.
pdn-bad-tag = The bracket does not open a tag, and its line was left out.
pdn-tag-not-closed = The tag is not closed on its line.
pdn-tag-without-quotes = The tag's value has no quotes.
pdn-quote-in-tag = A quote inside the tag's value should have a backslash before it.
pdn-tag-twice = The tag { $text } is given twice; the first was kept.
pdn-comment-not-closed = The comment is not closed; it was ended where the next tag begins.
pdn-comment-not-opened = A brace closes a comment that was not opened.
pdn-comment-too-long = The comment is longer than one mebibyte and was cut off.
pdn-variation-not-closed = A variation is not closed.
pdn-variation-not-opened = A parenthesis closes a variation that was not opened.
pdn-variation-before-move = A variation comes before the first move.
pdn-variation-too-deep = The variations are nested too deeply; the innermost ones were left out.
pdn-game-too-long = The game is too long; the rest was left out.
pdn-too-many-problems = This game has too many problems to list them all.
pdn-space-in-move = There is a space inside the move.
pdn-odd-separator = “{ $text }” joins the squares of the move; it should be - or x.
pdn-no-separator = Nothing joins the squares of { $text }.
pdn-crown-letter = The letter for a king is not part of a move and was left out.
pdn-number-out-of-order = Move number { $made } is where { $limit } is expected.
pdn-number-without-dot = Move number { $made } has no dot.
pdn-unknown-mark = “{ $text }” is not a known sign; it was kept as a comment.
pdn-star-for-forced = The asterisk was read as the sign of a forced move.
pdn-result-in-variation = There is a result in a variation; it was kept as a comment.
pdn-no-result = The game has no result at its end.
pdn-result-twice = A second result follows the end of the game.
pdn-results-disagree = The Result tag says { $text }, but the game ends with { $move }.
pdn-odd-result = “{ $text }” is not a usual result.
pdn-odd-game-type = The details of GameType { $text } are not the standard ones; the usual board was used.
pdn-bad-game-type = The GameType “{ $text }” cannot be read.
pdn-unknown-game = GameType { $made } is not a game known here; its moves were not checked.
pdn-game-type-missing = The GameType is missing; the game was read as { $text }.
pdn-game-type-others = It could also be { $text }.
pdn-other-game = The GameType says { $text }; the game was read as { $move }, as asked.
pdn-odd-result-form = The result { $text } has the form of another game; here it is { $move }.
pdn-bad-fen = The FEN is not a position of this game. { $text }
pdn-fen-without-turn = The FEN does not say whose move it is; the first move shows it, if there is one.
pdn-bad-setup = A position set up in mid-game cannot be used. { $text }
pdn-bad-time-control = The TimeControl “{ $text }” does not have the standard form.
pdn-cross-on-plain-move = { $move } is written as a capture, but it takes nothing.
pdn-stroke-on-capture = { $move } is a capture, but it is written with a dash.
pdn-ambiguous = { $move } can mean { $text }; it was read as { $taken }.
pdn-illegal = { $move } is not legal. { $text }
pdn-result-against-board = The side to move has no legal move and has lost ({ $move }), but the result is { $text }.

# Parts of the board (FID-IT 2.8)
part-line = line
part-base-black = Black's base
part-base-white = White's base
part-column = column
part-edge-right = right edge
part-edge-left = left edge
part-diagonal = diagonal
part-parallel = parallel
part-corner = corner (cantone)
part-biscacco-black = Black's biscacco
part-biscacco-white = White's biscacco
part-meta-white = White's meta
part-meta-black = Black's meta

# Games
game-english = English draughts
game-italian = Italian draughts
game-brazilian = Brazilian draughts
game-international = International draughts

# Moves as they are written
attempt-square-expected = The move cannot be read at column { $column }: a square is expected there.
attempt-one-square = A move needs a first and a last square, such as 22-18 or 22x15.

# Terms of a game
terms-start = The start position is not a position of this game. { $text }
terms-odds = There is no piece on square { $square } to give as odds.
terms-move-given = { $move } is not a quiet move of a man that can be given as odds.
terms-opening = Move { $made } of the opening cannot be played. { $text }
terms-tries = The number of illegal tries that loses a blindfold game must be between 1 and { $most }.
terms-no-time = A clock has no time.
terms-too-much-time = A clock cannot have more than a year.
terms-voting-time = A vote takes between a minute and seven days.
terms-vacation = A vacation needs a game by correspondence, and has 60 days at most.
terms-rated = A rated game needs clocks and equal terms for both players: no odds, no blindfold play, one person on each side, no takebacks.
terms-count-fixed = The count is { $most } moves by each side and cannot be changed in this game.
terms-count-limit = In a promotional tournament the count may be set from { $least } to { $most } moves by each side.
terms-no-promotional = This game's rulebook does not let a tournament lower the count, so “promotional” would change nothing.
terms-no-recording = In this game a man on the last row is a king whether it is marked or not, so “recording” would change nothing.
terms-no-pace = In this game no draw depends on the pace, so “pace” would change nothing.
terms-pace-against-clocks = The clocks already decide the pace, and they say otherwise: up to { $minutes } minutes per player, counting { $increments } increments, is fast.

# Commands that check records
check-error = error
check-warning = warning
check-game = game { $number }
check-ply = ply { $number }
check-ply-variation = ply { $number } of a variation
check-more-warnings = { $count ->
    [one] 1 more warning of the kind { $kind } (--all shows it)
   *[other] { $count } more warnings of the kind { $kind } (--all shows them)
}
check-games = { $count ->
    [one] 1 game
   *[other] { $count } games
}
check-legal = { $count ->
    [one] 1 legal
   *[other] { $count } legal
}
check-errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
}
check-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
}
check-standard-input = standard input
check-unread = { $file } cannot be read: { $text }
check-no-games = { $file } contains no game
check-unknown-game = the GameType tag names a game that is not supported
rulebook-no-article = no book has an article “{ $article }”
rulebook-no-article-of-game = no book of { $game } has an article “{ $article }”
moves-none = no legal move: the side to move has lost
moves-crowned = crowned
moves-route = via { $squares }
moves-takes = takes { $squares }
check-name-a-file = name a PDN file, or pipe one to standard input

# What articles without a printed number are called
article-opening = opening clause
article-note = additional note
article-board = board
article-men = men
article-captures = captures
article-men-capture = men's captures
article-not-allowed = not allowed
article-promotion = promotion
article-kings = kings
article-multiple = multiple captures
article-choice = choice of capture
article-choice-part = choice { $part })
article-winning = winning
article-draw-part = draw { $part })
article-rule-part = rule { $part }
