consult = Consulta
consult-about = Várias pessoas conduzem o mesmo lado e decidem juntas. Com a partida iniciada, o jogador convida os outros por um link.
consult-who = Várias pessoas conduzem
consult-neither = nenhum lado
consult-mine = o meu lado
consult-theirs = o lado do adversário
consult-each = os dois lados
consult-decide = Decidem
consult-by-captain = por capitão
consult-by-majority = por maioria
consult-minutes = Minutos para votar
consult-you = Várias pessoas conduzem o seu lado.
consult-opponent = Várias pessoas conduzem o lado do adversário.
consult-both = Várias pessoas conduzem cada lado.
consult-rule-captain = Os outros propõem lances e o capitão joga.
consult-rule-majority = Joga-se o lance com mais votos; no empate, o proposto primeiro.
consult-rule-majority-time =
    { $made ->
        [one] Depois de um minuto joga-se o lance com mais votos; no empate, o proposto primeiro. Sem votos o relógio continua.
       *[other] Depois de { $made } minutos joga-se o lance com mais votos; no empate, o proposto primeiro. Sem votos o relógio continua.
    }
consult-private = Só o seu lado vê as propostas.
consult-captain = capitão
consult-move = É a vez do seu lado: jogue a sua proposta no tabuleiro.
consult-captain-move = É a vez do seu lado: jogue no tabuleiro, ou jogue uma proposta.
consult-wait = É a vez do adversário.
consult-vote = Sou a favor
consult-voted = Você é a favor
consult-play = Jogar
consult-decides = Decide-se em { $text }, ou quando todos votarem
consult-invite = Convidar para o meu lado
consult-link = Quem abrir este link pode entrar no seu lado:
consult-join-title = Conduzir um lado juntos
consult-join = Entrar neste lado
