# What the arbiter says. Every text is our own; the article's number is shown beside it.

# The sides
white = White
black = Black
the-arbiter = the arbiter

# Ends
end-resignation = { $loser-name } resigns: { $winner-name } wins.
end-no-move = { $loser-name } is to move and has no legal move: { $winner-name } wins.
end-no-pieces = { $loser-name } has no pieces left: { $winner-name } wins.
end-time-up = { $loser-name } has no time left: { $winner-name } wins.
end-both-flags = Both flags are down: the game is drawn.
end-illegal-tries = { $loser-name } has tried as many illegal moves as were agreed: { $winner-name } wins.
end-refuses-rules = { $loser-name } refuses to follow the rules: { $winner-name } wins.
end-agreement = The players agree to a draw.
end-by-arbiter = Neither side can win: the arbiter declares a draw.
end-king-moves = { $limit } king moves by each side without a man's move or a capture: the game is drawn.
end-listed-ending = { $limit } moves by each side in an ending that counts as drawn: the game is drawn.
end-repetition = The same position has occurred for the third time with the same side to move: the game is drawn.
end-destroyed = The position was lost by accident and cannot be restored: the game is replayed.
end-aborted = { $loser-name } aborted the game before both sides had moved. It has no result.
end-no-show = { $loser-name } did not appear: { $winner-name } wins by forfeit.
end-no-show-both = Neither player appeared: both lose by forfeit.

# Counts
count-king-moves = { $made } of { $limit } king moves by each side
count-king-moves-asked = { $by ->
    [white] { $made } of { $limit } king moves by each side, count requested by White at move { $at }
    [black] { $made } of { $limit } king moves by each side, count requested by Black at move { $at }
   *[arbiter] { $made } of { $limit } king moves by each side, count ordered by the arbiter at move { $at }
}
count-listed-ending = { $made } of { $limit } moves by each side in this ending
count-listed-ending-fast = { $made } of { $limit } moves by each side in this ending (rapid or blitz game: up to { $minutes } minutes per player, counting { $increments } increments)
count-listed-ending-classical = { $made } of { $limit } moves by each side in this ending (classical game: more than { $minutes } minutes per player, counting { $increments } increments, or no clock)
count-due = The game is drawn: either player or the arbiter may declare it.
claim-repetition = The same position has occurred for the third time with the same side to move: a player may claim the draw before their flag falls and, at a real board, with a filled-in scoresheet.

# Where the rulebook is silent
house-rule = This game's rulebook is silent on that: a house rule applies.

# Irregularities
irregularity-moved-twice = The same player moved twice in a row.
irregularity-wrong-move = A piece was moved in a way that the rules do not allow.
irregularity-touched-other = One piece was touched and another moved.
irregularity-took-back = A move that had been played was taken back.
irregularity-moved-opponents = An opponent's piece was moved.
irregularity-missed-capture = A capture was compulsory and was not made.
irregularity-removed-pieces = Pieces were removed from the board without reason.
irregularity-wrong-number = More or fewer pieces were taken than the rules allow.
irregularity-stopped-short = The capture was stopped while there was more to take.
irregularity-not-removed = The captured piece was left on the board.
irregularity-fewer-removed = Not all the captured pieces were removed from the board.
irregularity-others-removed = Pieces that were not captured were removed together with the captured ones.
irregularity-own-removed = After the capture, the capturing side also removed pieces of its own.
irregularity-impossible-capture = The capture that was made is not possible.
irregularity-precedence = Another capture had precedence.
irregularity-unmarked-king = A king was moved that is not marked as a king.
irregularity-wrong-crown = The wrong man was crowned.
irregularity-crowned-in-passing = A man that only passed over the last row during a capture, without stopping there, was crowned.
irregularity-wrong-side-first = The first move was made by the player who does not begin.

# Boards that cannot be classified
untold-nothing-changed = Nothing has changed on the board.
untold-late-crowning = Nobody moved; a king was marked late, which counts as touching that piece.
untold-king-marked = Nobody moved; a king was marked late.
untold-mark-lost = Nobody moved; a king has lost its mark.
untold-piece-added = There is an extra piece on the board: it is not possible to say what was done.
untold-both-moved = Both players have moved: this is more than one move.
untold-too-much-changed = Too much has changed on the board: it is not possible to say what was done.

# Verdicts
verdict-legal = { $move } is a legal move.
verdict-legal-uncrowned = { $move } is a legal move; the new king has not been marked yet.

# Why a move is not legal
illegal-off-board = This board has no square { $square }.
illegal-no-piece = There is no piece on square { $square }.
illegal-not-yours = The piece on square { $square } is not { $side-name }'s, and it is { $side-name }'s move.
illegal-must-capture = A capture is compulsory, and this move takes nothing.
illegal-takes-fewer = { $taken ->
    [one] This takes one piece, and a capture of { $must } is due.
   *[other] This takes { $taken } pieces, and a capture of { $must } is due.
}
illegal-king-must-take = A king can take as many pieces as this man, so a king must take.
illegal-takes-fewer-kings = { $taken ->
    [0] This takes no king, and another capture of as many pieces takes { $must }.
    [one] This takes one king, and another capture of as many pieces takes { $must }.
   *[other] This takes { $taken } kings, and another capture of as many pieces takes { $must }.
}
illegal-meets-king-later = Another capture of as many pieces and kings meets a king earlier.
illegal-goes-on = The capture cannot stop on square { $square }: there is more to take.
illegal-men-go-forward = A man moves forward only.
illegal-men-take-forward = A man takes forward only, and square { $square } is behind it.
illegal-man-takes-king = A man does not take a king, and a king stands on square { $square }.
illegal-crowned-too-soon = A man that reaches the last row on square { $square } must wait for the next move before it takes as a king.
illegal-not-diagonal = The two squares are not on one diagonal, and no capture joins them.
illegal-too-far-man = A man moves one square at a time.
illegal-too-far-king = A king moves one square at a time.
illegal-lands-too-far = A piece that takes the one on square { $square } stops on the square right behind it.
illegal-occupied = Square { $square } is not free.
illegal-over-own = The player's own piece stands on square { $square }, and it cannot be jumped.
illegal-no-free-square-behind = The piece on square { $square } cannot be taken: the square behind it is not free.
illegal-over-twice = The piece on square { $square } may be jumped only once.
illegal-nothing-to-take = From { $from } to { $to } there is nothing to take.
illegal-no-such-route = No capture goes from { $from } to { $to } over these squares.
illegal-ambiguous = Several captures join these squares: give the squares between as well.
illegal-unknown-square = This board has no square { $square }.
illegal-empty-column = { $side-name } has no piece in column { $column }.

# Refusals
refusal-game-over = The game is over.
refusal-paused = The clocks are stopped.
refusal-not-paused = The clocks are not stopped.
refusal-begun = The game has already started.
refusal-not-your-turn = It is { $side-name }'s move.
refusal-touched-first = The piece on square { $square } was touched first and must be moved.
refusal-only-player = Only a player can do that.
refusal-only-arbiter = Only the arbiter can do that.
refusal-only-at-table = That can happen only on a real board.
refusal-only-opponent = Only the opponent of the player who made the mistake decides.
refusal-undecided = The opponent must first decide whether the irregularity is corrected or kept.
refusal-nothing-to-correct = There is no irregularity to keep or correct.
refusal-correction-lapsed = It is too late to correct: the opponent has moved, touched a piece that can move, or kept the irregularity.
refusal-partial-correction = An irregularity is corrected completely or not at all.
refusal-no-offer = There is no draw offer.
refusal-offer-made = A draw has already been offered.
refusal-offer-too-early = In this event draws may be offered from move { $from }.
refusal-nothing-to-claim = There is no draw to claim in this position.
refusal-flag-up = { $side-name }'s flag is still up.
refusal-flags-fell-together = Both flags are down, and it is not known which fell first: the arbiter decides, by correcting the clock of the player whose flag fell later.
refusal-own-flag-down = A player whose own flag is down can no longer claim the draw.
refusal-no-clock = This game is played without clocks.
refusal-counting = A count is already running.
refusal-no-count = No count is running.
refusal-needs-kings = A count needs a king on each side, and { $side-name } has none.
refusal-needs-kings-both = A count needs a king on each side, and neither has one.
refusal-no-kings = There is no king whose moves could be counted.
refusal-count-limit = The count must be from { $least } to { $most } moves by each side.
refusal-count-fixed = The count is { $most } moves by each side and cannot be changed here.
refusal-has-appeared = A player who has made a move has appeared, and cannot lose by forfeit.
refusal-too-late-to-abort = Only a casual game can be aborted, and only before both sides have moved.
refusal-no-takebacks = Moves are not taken back in this game.
refusal-nothing-to-take-back = There is no move to take back, or a request is already open.
refusal-no-takeback-asked = The opponent has not asked to take back a move.
refusal-no-vacation = This game has no vacation.
refusal-on-vacation = You are on vacation already.
refusal-not-on-vacation = You are not on vacation.
refusal-vacation-used-up = You have no vacation left in this game.
refusal-touch-is-free = In this game a touched piece need not be moved.
refusal-no-piece = There is no such piece on square { $square }.
refusal-not-crowned = There is no man to crown on square { $square }.
refusal-crowned-already = The piece on square { $square } is a king already.
refusal-bad-board = This is not a possible position.
refusal-too-late-to-annul = { $moves } moves have been played by each side: the game can no longer be annulled.
refusal-too-late-to-annul-minutes = { $moves } moves have been played by each side, or { $minutes } minutes have passed: the game can no longer be annulled.
refusal-blame-has-no-effect = Whether the organisers are to blame makes no difference here: annul the game without naming them.
refusal-book-silent = The rules of this game do not provide for that.
refusal-not-disturbed = No accident has been reported.
refusal-disturbed-already = An accident has been reported already, and nothing has happened on the board since.
refusal-moved-since = A player who has moved since the accident can no longer have the position restored.
refusal-occupied = Square { $square } is not free.
refusal-draw-due = Each side has made { $limit } moves in this ending: the game is drawn. A player or the arbiter must declare it; play does not go on.
refusal-no-draw-due = No count is complete: a draw comes from agreement or from a count, and the arbiter cannot declare one alone.
refusal-too-far = The piece is too far from square { $square } to be partly on it.
refusal-man-on-crown-row = A man cannot be placed on square { $square }, which is on its crown row.
refusal-nothing-placed = Give the square that the piece leaves or the square where it is placed.
refusal-piece-in-play = A piece that is partly on a free square is in play: it gets a square and is not removed.
refusal-nothing-set-aside = No such piece was taken off the board, so none can be put back in play. Give the square that it comes from.
refusal-nothing-to-object = The opponent's last move is not a capture to which this objection applies.
refusal-nothing-to-undo = There is no entry to withdraw.
refusal-write-all-squares = Write all the squares of the capture: there is more than one way.
refusal-without-reason = That is not possible now.
refusal-too-much-time = A clock cannot have more than a year.

# Rulings on what happened
ruling-touch-binds = { $side-name } touched the piece on square { $square } and must move it.
ruling-touch-after-another = { $side-name } touched the piece on square { $square } after another one: the first one touched must be moved.
ruling-touch-unplayable = { $side-name } touched a piece on square { $square } that cannot be moved: improper, but without consequence.
ruling-touch-out-of-turn = { $side-name } touched the piece on square { $square } out of turn: improper, but without consequence.
ruling-adjusted = { $side-name } gave notice and adjusted the piece on square { $square }.
ruling-irregular = Irregularity by { $side-name }. { $text }
ruling-corrected = The irregularity is corrected: the position before it is restored.
ruling-kept = The opponent keeps the irregularity.
ruling-lapsed = The opponent has played on: the irregularity can no longer be corrected.
ruling-count-asked = { $by ->
    [white] The moves are counted, { $limit } by each side, at White's request.
    [black] The moves are counted, { $limit } by each side, at Black's request.
   *[arbiter] The moves are counted, { $limit } by each side, by order of the arbiter.
}
ruling-count-lowered = The arbiter lowers the count to { $limit } moves by each side.
ruling-count-cancelled = The arbiter cancels the count.
ruling-annulled-board = The board was the wrong way round: the game is annulled and restarts.
ruling-annulled-colours = The colours were wrong: the game is annulled, the players swap colours and restart.
ruling-restored = The position before the accident is restored.
ruling-settled-inactive = An inactive piece was put back in play or removed.
ruling-inactive-placed = An inactive piece was put back in play.
ruling-inactive-removed = An inactive piece was removed.
ruling-settled-astride = A piece partly on a single free square is in play on that square.
ruling-settled-two-squares = The place of a piece that covered two free squares was settled.
ruling-flag-fell = { $side-name }'s flag has fallen.
ruling-adjusted-out-of-turn = { $side-name } adjusted the piece on square { $square } out of turn: improper, but without consequence.
ruling-left-unmarked = { $side-name } did not mark the man that reached square { $square }: recording is not prescribed, so it remains a man.
ruling-crowned = { $side-name } crowns the piece on square { $square } late, which counts as touching it.
ruling-crowned-late = { $side-name } crowns the piece on square { $square } late.
ruling-crowned-courtesy = { $side-name } crowns the opponent's piece on square { $square } as a courtesy.
ruling-objected-unclear = { $side-name } objects that the capture was not shown piece by piece: the opponent shows it again, clearly.
ruling-objected-order = { $side-name } objects to the order in which the captured pieces were removed: the opponent removes them again, in the order of the jumps or in reverse.
ruling-placement-proposed = { $side-name } proposes to place the piece on square { $square }: the opponent must agree, or the arbiter decides.
ruling-removal-proposed = { $side-name } proposes to remove the piece: the opponent must agree, or the arbiter decides.
ruling-withdrawn = The arbiter withdraws the last entry, which was wrong.
ruling-disturbed = An accident that disturbed the position is reported.
ruling-paused = The arbiter stops the clocks.
ruling-resumed = The arbiter restarts the clocks.
ruling-clocks-set = The arbiter sets the clocks: { $white } for White, { $black } for Black.
ruling-charge-as-shown = The clocks stay as they are.
ruling-charge-nothing = The fault is the organisers': the time used is not charged.
ruling-charge-split = There were no clocks: the time used, { $whole }, is shared equally, { $each } each.

# The command line
verdict-name-legal = legal
verdict-name-irregular = irregular
verdict-name-unknown = unknown
explain-legal = { $move } is legal
explain-illegal = { $move } is not legal. { $text }
explain-due = required: { $moves }
replay-game = game { $number }, { $game }
replay-claim = draw may be claimed
replay-open = the game does not end with these moves
replay-more = { $count ->
    [one] the record has 1 more move
   *[other] the record has { $count } more moves
}
