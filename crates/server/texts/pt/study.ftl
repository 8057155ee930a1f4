# Estudo, editor, importação e biblioteca. { $name } é preenchido pela página.
analyse = Analisar
analysis = Análise
analysis-waiting = aguardando um motor livre…
analysis-busy = O motor está ocupado; tentando de novo…
analysis-depth = profundidade { $level } · { $text } posições
analysis-done = terminada, profundidade { $level } · { $text } posições
analysis-in-play = abre quando a partida terminar
no-tables = O servidor não tem tabelas de finais deste jogo.
not-in-tables = Neste jogo o servidor tem tabelas de finais de até { $limit } peças, e esta posição tem mais.
wins-in = as { $side } vencem em { $made }
side-wins = as { $side } vencem
chances = Brancas { $made } · empate { $level } · Pretas { $limit }
play-line = Jogar este lance como variante
endgame-truth = Pelas tabelas de finais
replay = Rever a partida
replay-first = Ao início (Home)
replay-back = Um lance atrás (seta esquerda)
replay-forward = Um lance adiante (seta direita)
replay-last = Ao fim (End)
moves-label = Lances. As setas esquerda e direita percorrem a partida, acima e abaixo trocam de variante.
study-empty = Ainda sem lances: experimente um no tabuleiro.
set-up-here = posição montada
record-breaks = O registro se interrompe aqui
drop-try = Remover esta variante
keep-tries = Salvar minhas variantes
take-away = Compartilhar, PDN, diagrama
copy-link = Copiar o link
copy-pdn = Copiar o PDN
copy-fen = Copiar a FEN
copy-by-hand = O navegador não permite copiar; aqui está o texto.
diagram = Diagrama
edit-position = Editar a posição
find-position = Partidas com esta posição
editor = Editor de posições
editor-hint = Escolha uma peça e toque nas casas, ou arraste uma peça para outra casa ou para fora do tabuleiro; no teclado, as teclas 1 a 5 põem ou tiram uma peça onde você está.
editor-piece = Peça
editor-erase = remover
editor-turn = Vez de jogar
editor-initial = Posição inicial
editor-clear = Tabuleiro vazio
editor-set = Montar
editor-faulty = Não é uma posição deste jogo
editor-sound = É uma posição deste jogo.
editor-play-white = Jogar daqui de brancas
editor-play-black = Jogar daqui de pretas
editor-play-both = Dois jogadores nesta tela
damiera-plays-at = Damiera joga no nível
import = Importar partidas
import-about = Partidas em PDN, uma ou muitas. Cada uma é conferida pelas regras do seu jogo; uma partida com um lance ilegal é guardada até ele.
import-paste = Cole o PDN aqui, ou solte um arquivo
import-choose = Ou escolha um arquivo
import-as = Ler como
import-as-told = O que o arquivo diz
import-check = Conferir e importar
import-reading = Lendo…
import-nothing = Ainda não há o que ler: cole o PDN ou escolha um arquivo.
import-kept =
    { $made ->
        [one] { $made } partida importada.
       *[other] { $made } partidas importadas.
    }
import-game = Partida { $made }
moves-count =
    { $made ->
        [one] { $made } lance
       *[other] { $made } lances
    }
import-up-to = Guardada até o lance ilegal.
import-odd =
    { $made ->
        [one] { $made } aviso
       *[other] { $made } avisos
    }
import-place = linha { $made }, coluna { $column }
import-ply = meio-lance { $made }
library-search = Procurar partidas
library-game = Jogo
library-any = todos
library-who = Jogador ou evento
library-result = Resultado
library-white = venceram as brancas
library-black = venceram as pretas
library-draw = empate
library-open = não terminada
library-fen = Posição (FEN)
library-look = Procurar
library-none = Nenhuma partida encontrada.
add-sign = Acrescentar um sinal ao lance
library-all =
    { $made ->
        [one] { $made } partida
       *[other] { $made } partidas
    }
library-pages = Páginas
library-before = Mais recentes
library-after = Mais antigas
study-game = Estudar esta partida
clock-then = Tempo restante no relógio
choose-all = Escolher todas
choose-game-label = Escolher
remove-games = Excluir
undo = Desfazer
games-removed =
    { $made ->
        [one] { $made } partida excluída.
       *[other] { $made } partidas excluídas.
    }
games-restored =
    { $made ->
        [one] { $made } partida restaurada.
       *[other] { $made } partidas restauradas.
    }
import-duplicates =
    { $made ->
        [one] { $made } partida já estava na biblioteca e não foi importada de novo.
       *[other] { $made } partidas já estavam na biblioteca e não foram importadas de novo.
    }
import-duplicate = Já está na biblioteca.
review = Onde eu errei?
review-any = Procurar os erros
review-progress = Revisão: { $made } de { $limit }…
review-none = Nenhum erro encontrado.
review-theirs = Os erros do adversário: { $made }
review-better = melhor: { $move }
review-mark = encontrado pela revisão
collections = Coleções
collection-all-games = Todas as partidas
collection-new = Nova coleção
collection-name = Nome da coleção
collection-rename = Renomear
collection-delete = Excluir a coleção
collection-deleted = A coleção foi excluída. As partidas dela continuam aqui.
collection-put = Pôr numa coleção
collection-put-done = Postas em “{ $text }”.
collection-take = Tirar da coleção
collection-taken = Tiradas da coleção.
collection-empty = Esta coleção está vazia. Escolha partidas na lista de todas as partidas e ponha-as aqui.

# Revisão de arquivos inteiros.
reviews = Revisão de arquivos
reviews-about = O motor examina todas as partidas de um arquivo e marca os erros, com variantes melhores. Trabalha em segundo plano: você pode sair desta página e voltar.
reviews-start = Procurar os erros
reviews-none = Nenhuma revisão ainda. Cole partidas ou escolha um arquivo PDN acima. Os erros de uma só partida se procuram na página dela.
reviews-games =
    { $made ->
        [one] { $made } partida
       *[other] { $made } partidas
    }
reviews-done = examinadas: { $made } de { $limit }
reviews-finished = Concluída
reviews-cancelled = Cancelada
reviews-keep = Adicionar às minhas partidas
