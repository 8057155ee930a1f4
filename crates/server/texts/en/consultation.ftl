consult = Consultation
consult-about = Several people play one side and decide together. The player invites the others by a link once the game has begun.
consult-who = Several people play
consult-neither = neither side
consult-mine = my side
consult-theirs = the opponent's side
consult-each = both sides
consult-decide = They decide
consult-by-captain = by captain
consult-by-majority = by majority
consult-minutes = Minutes to vote
consult-you = Several people play your side.
consult-opponent = Several people play the opponent's side.
consult-both = Several people play each side.
consult-rule-captain = The others propose moves, and the captain plays.
consult-rule-majority = The move with the most votes is played; if votes are equal, the one proposed first.
consult-rule-majority-time =
    { $made ->
        [one] After a minute the move with the most votes is played; if votes are equal, the one proposed first. Without a vote the clock runs on.
       *[other] After { $made } minutes the move with the most votes is played; if votes are equal, the one proposed first. Without a vote the clock runs on.
    }
consult-private = Only your side sees the proposals.
consult-captain = captain
consult-move = Your side is to move: play your proposal on the board.
consult-captain-move = Your side is to move: play on the board, or play a proposal.
consult-wait = The opponent is to move.
consult-vote = I am for it
consult-voted = You are for it
consult-play = Play it
consult-decides = Decided in { $text }, or when all have voted
consult-invite = Invite to my side
consult-link = Anybody who opens this link can join your side:
consult-join-title = Play a side together
consult-join = Join this side
