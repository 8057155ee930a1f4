# Textos dos subcomandos. Decisões e erros de posições e registros estão no crate game, os emparceiramentos no crate events.

# Meios-lances e avaliações
plies = { $count ->
    [1] 1 meio-lance
   *[other] { $count } meios-lances
}
score-wins-in = vence em { $moves }
score-loses-in = perde em { $moves }
score-wins = vence
score-loses = perde
score-draw = empate
value-win = ganha
value-draw = empate
value-loss = perdida

# analyse
analyse-nodes = nós
analyse-chances = vitória { $win }%, empate { $draw }%, derrota { $loss }%
analyse-bad-move = o lance { $move } não é possível: { $why }
analyse-better = melhor
analyse-shot = { $men ->
    [1] golpe perdido: ganha uma pedra
   *[other] golpe perdido: ganha { $men } pedras
}

# endgame
tables-building = criando as tabelas de finais de até { $pieces } peças em { $folder } (uma só vez)
tables-failed = continuando sem as tabelas de finais pequenas: { $why }
endgame-wins-in = { $side ->
    [white] as brancas vencem em { $plies }
   *[black] as pretas vencem em { $plies }
}
endgame-side-wins = { $side ->
    [white] as brancas vencem
   *[black] as pretas vencem
}
endgame-has-lost = { $side ->
    [white] as brancas perderam
   *[black] as pretas perderam
}
endgame-draw = empate
endgame-next = a próxima captura ou lance de pedra vem em até { $plies }
endgame-no-count = aqui o regulamento não conta os lances
endgame-count-draw = empate com ou sem a contagem ({ $article }: { $limit } lances de cada lado, { $left ->
    [1] resta 1
   *[other] restam { $left }
})
endgame-count-too-late = empate pela contagem: a vitória precisa de { $needs ->
    [1] 1 lance
   *[other] { $needs } lances
} e { $left ->
    [1] resta 1
   *[other] restam { $left }
} ({ $article }: { $limit } lances de cada lado)
endgame-count-in-time = vitória dentro da contagem: precisa de { $needs ->
    [1] 1 lance
   *[other] { $needs } lances
} e { $left ->
    [1] resta 1
   *[other] restam { $left }
} ({ $article }: { $limit } lances de cada lado)
endgame-not-there = as tabelas não contêm esta posição
endgame-no-distances = as tabelas não têm as distâncias desta posição e não dizem se uma vitória vem a tempo; crie-as sem --wdl
endgame-server-refused = o servidor responde: { $text }
endgame-server-unreadable = a resposta não é a de um servidor Damiera
endgame-no-home = não há pasta pessoal onde procurar os dados; indique uma com --dir
endgame-no-tables = { $path } não contém tabelas de { $name }
endgame-no-tables-of = { $path } não contém tabelas de { $name } com { $pieces } peças ({ $there }); elas são criadas com `damiera endgame build { $game } --pieces { $pieces }`
endgame-none-yet = ainda não há nenhuma
endgame-up-to = há tabelas de até { $pieces } peças
endgame-built = tabelas de { $name } de até { $pieces } peças em { $path }: { $classes } classes, { $positions } posições, { $megabytes } MB, { $seconds } s
endgame-progress = { $class } feita, { $percent } % após { $passed }, faltam cerca de { $left }
endgame-verified = posições corretas
endgame-all-correct = tudo correto: { $positions } posições
endgame-wrong = as tabelas estão erradas em { $fen }: contêm { $stored }, mas dos lances resulta { $follows }
endgame-nothing = nada
endgame-material = peças
endgame-positions = posições
endgame-wins = ganhas
endgame-draws = empates
endgame-losses = perdidas
endgame-longest = vitória mais longa
endgame-cutoffs = todas { $pieces }: { $positions } posições
endgame-all = todas { $pieces }

# pdn find, pdn stats
find-summary = { $found ->
    [1] 1 de { $seen } partidas chega à posição
   *[other] { $found } de { $seen } partidas chegam à posição
}
find-game = partida { $game }, após { $plies }
stats-games = partidas
stats-game-english = inglesas
stats-game-italian = italianas
stats-game-brazilian = brasileiras
stats-game-international = internacionais
stats-unspecified = não indicado
stats-from-position = de uma posição
stats-results = resultados
stats-first-wins = vence o 1.º
stats-draw = empate
stats-second-wins = vence o 2.º
stats-both-lose = ambos perdem
stats-unknown = desconhecido
stats-plies = meios-lances
stats-lengths = mínimo { $shortest }; média { $mean }; máximo { $longest }
stats-first-moves = primeiros lances

# event
event-check-summary = { $rounds ->
    [1] 1 rodada
   *[other] { $rounds } rodadas
}, { $differences ->
    [1] 1 diferença
   *[other] { $differences } diferenças
}
event-check-round = rodada { $round }: as regras emparceiram { $expected }; o arquivo tem { $found }
event-check-no-pairing = rodada { $round }: { $why }
event-check-points = o jogador { $number } tem { $listed } pontos no arquivo, mas os resultados valem { $computed }
event-check-order = o jogador { $above } está acima do jogador { $below }, que tem mais pontos
event-check-tie-breaks = o jogador { $above } está acima do jogador { $below }, que tem os mesmos pontos e melhores desempates
event-check-free = { $number } folga
event-check-nothing = nada
event-rank = pos.
event-number = n.º
event-name = nome
event-points = pontos
event-team = equipe
event-match-points = pontos equipe
event-board-points = pontos indiv.
event-part = r{ $round }
event-part-opponent = r{ $round } com { $opponent }
event-draw-heading = Rodada { $round }, semente “{ $seed }”
event-draw-not-paired = a rodada { $round } não foi emparceirada
event-draw-not-in-deck = a tabela não tem a abertura “{ $moves }” para excluir
event-report-estimate = Estimativa, com dados fornecidos pelo organizador: { $what }
event-supplied-coefficient-s = coeficiente S
event-supplied-spread = dispersão
event-supplied-factor-k = fator K
event-before = antes
event-games = part.
event-score = pts.
event-expected = esperado
event-after = após
event-table-lacks = a tabela não informa “{ $field }”
event-table-no-band = a tabela não tem faixas

# Arquivos
file-not-written = não é possível gravar { $file }: { $why }
diagram-white-man = b
diagram-black-man = p
diagram-turn = { $side ->
    [white] As brancas jogam
   *[black] As pretas jogam
}
diagram-in-terminal = um PNG não pode ser mostrado num terminal; indique um arquivo com --output

# Argumentos
usage-help = (veja --help)
usage-missing = faltam argumentos obrigatórios: { $argument }
usage-no-value = falta o valor de { $argument }; escolha entre: { $more }
usage-value = “{ $value }” não é aceito em { $argument }; escolha entre: { $more }
usage-bad-value = “{ $value }” não é válido em { $argument }
usage-unknown = o argumento “{ $argument }” não está previsto
usage-command = o comando “{ $more }” não existe
usage-conflict = { $argument } não pode ser usado junto com { $more }
usage-other = os argumentos não podem ser lidos
