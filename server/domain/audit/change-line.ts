import type { Language } from '../../ground/kernel/language.ts'

export const changesIn = (lines: readonly string[], language: Language): string[] =>
  lines.map((line) => changeWords(line, language))

/**
 * A line of differences of the configuration in the words of a language. Versions keep their lines as texts, and all
 * lines are of few forms: what comes before is an address or a path of the file, which is the same in every language.
 */
function changeWords(line: string, language: Language): string {
  if (language === 'en') return line
  for (const [form, told] of german) if (form.test(line)) return line.replace(form, told)
  return line
}

const german: readonly (readonly [form: RegExp, told: string])[] = [
  [/(^|: )added$/, '$1hinzugefügt'],
  [/(^|: )switched off$/, '$1ausgeschaltet'],
  [/(^|[: ])order changed$/, '$1Reihenfolge geändert'],
  [/: (\d+) more cards?$/, ': $1 weitere Karten'],
  [/: (\d+) more coupons?$/, ': $1 weitere Coupons'],
  [/ (\d+) added, (\d+) removed$/, ' $1 hinzugefügt, $2 entfernt'],
  [/ none -> a secret$/, ' nichts → ein Geheimnis'],
  [/ a secret -> none$/, ' ein Geheimnis → nichts'],
  [/ none -> (.+)$/, ' nichts → $1'],
  [/ -> none$/, ' → nichts'],
  [/ -> (.+)$/, ' → $1'],
  [/ changed$/, ' geändert'],
]
