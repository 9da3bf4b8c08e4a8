/** Shells with completion scripts. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The hidden command the scripts call; it prints `value TAB description` for each candidate. */
export const COMPLETE_COMMAND = '__complete';

/** Its function is not `_signals`: bash-completion and zsh have one of that name, for `kill -<TAB>`. */
const BASH = `# bash completion of signals. To load it in every shell:
#   signals completion bash > ~/.local/share/bash-completion/completions/signals
_heliograph_signals() {
  # bash splits words also at = and :, and replaces only what follows, without an opening quote: $2.
  local line value before="\${COMP_LINE:0:COMP_POINT-\${#2}}"
  COMPREPLY=()
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    case "$before" in
      *\\') value="\${value//\\'/\\'\\\\\\'\\'}" ;;
      *\\") ;;
      *) value="$(printf '%q' "$value")" ;;
    esac
    COMPREPLY+=("$value")
  done < <(signals ${COMPLETE_COMMAND} --before "$before" -- "$2" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && "\${COMPREPLY[0]}" == *, ]]; then compopt -o nospace; fi
}
complete -F _heliograph_signals signals
`;

const ZSH = `#compdef signals
# zsh completion of signals. To load it in every shell, in a directory of $fpath:
#   signals completion zsh > ~/.zfunc/_heliograph_signals
_heliograph_signals() {
  # Unlike the current word, PREFIX has no opening quote.
  local -a candidates
  local value description
  while IFS=$'\\t' read -r value description; do
    candidates+=("\${value//:/\\\\:}\${description:+:$description}")
  done < <(signals ${COMPLETE_COMMAND} -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  (( \${#candidates} )) && _describe -V 'signals' candidates
}
if [[ "$funcstack[1]" == _heliograph_signals ]]; then
  _heliograph_signals "$@"
else
  compdef _heliograph_signals signals
fi
`;

const FISH = `# fish completion of signals. To load it in every shell:
#   signals completion fish > ~/.config/fish/completions/signals.fish
function __signals_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  # The token as typed, perhaps with an opening quote.
  set -l typed (commandline --current-token --cut-at-cursor)
  set -l current (string replace --regex -- '^[\\'"]' '' "$typed" | string unescape)
  signals ${COMPLETE_COMMAND} -- $words[2..-1] "$current" 2>/dev/null
end
complete --command signals --no-files --arguments '(__signals_complete)'
`;

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
