import type { SentenceSource } from '../../../domain/brand/facts/telling.ts'
import { tellResult } from '../../../domain/sentence/tell.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import type { Assumption, ReplacedNoun } from './assumption.ts'

type Words = {
  readonly [K in Assumption['kind']]: (one: Extract<Assumption, { kind: K }>, source: SentenceSource) => string
}

type Rule = { readonly campaign: string; readonly rule: string }

const enRule = ({ campaign, rule }: Rule) => (campaign === rule ? `“${rule}”` : `“${rule}” (${campaign})`)
const deRule = ({ campaign, rule }: Rule) => (campaign === rule ? `„${rule}“` : `„${rule}“ (${campaign})`)

const enNouns: Readonly<Record<ReplacedNoun, string>> = {
  valueType: 'what members collect',
  level: 'level',
  product: 'product',
  category: 'category',
  parent: 'product group',
}

const deNouns: Readonly<Record<ReplacedNoun, string>> = {
  valueType: 'was Mitglieder sammeln',
  level: 'Stufe',
  product: 'Produkt',
  category: 'Kategorie',
  parent: 'Produktgruppe',
}

const timesEn: Readonly<Record<number, string>> = { 2: 'double', 3: 'triple' }
const timesDe: Readonly<Record<number, string>> = { 2: 'doppelt', 3: 'dreifach' }

const en: Words = {
  earnsAlready: ({ rule, times }) =>
    times === 1
      ? `Your ${enRule(rule)} goes on as it is; this campaign adds nothing to it.`
      : `Your ${enRule(rule)} goes on as it is. This campaign adds only the rest, so that it is ${timesEn[times] ?? `${times} times as much`} in all.`,
  earnsTwice: ({ rule }) =>
    `Your ${enRule(rule)} gives for every purchase already. With this campaign, both would give.`,
  alsoEarns: ({ rules }) =>
    `On top of it comes what gives for certain purchases already: ${rules.map(enRule).join(', ')}. Where both apply, they add up.`,
  expires: ({ issue }, source) => `It expires like the rest that you give: ${tellResult({ issue }, source)}.`,
  replaced: ({ noun, from, to }) =>
    `The ${enNouns[noun]} is “${to}” here, where the template has “${from}”. Choose another one if that is not meant.`,
  unknown: ({ noun, name }) => `You have no ${enNouns[noun]} “${name}”: choose one in the editor.`,
}

const de: Words = {
  earnsAlready: ({ rule, times }) =>
    times === 1
      ? `Ihre Regel ${deRule(rule)} gilt weiter; diese Kampagne fügt ihr nichts hinzu.`
      : `Ihre Regel ${deRule(rule)} gilt weiter. Diese Kampagne gibt nur den Rest, sodass es insgesamt ${timesDe[times] ?? `${times}-mal so viel`} ist.`,
  earnsTwice: ({ rule }) => `Ihre Regel ${deRule(rule)} gibt schon bei jedem Einkauf. Mit dieser Kampagne gäben beide.`,
  alsoEarns: ({ rules }) =>
    `Dazu kommt, was es für bestimmte Einkäufe schon gibt: ${rules.map(deRule).join(', ')}. Wo beides gilt, wird beides gegeben.`,
  expires: ({ issue }, source) => `Es verfällt wie alles, was Sie sonst geben: ${tellResult({ issue }, source)}.`,
  replaced: ({ noun, from, to }) =>
    `${deNouns[noun].charAt(0).toUpperCase()}${deNouns[noun].slice(1)}: hier „${to}“, wo die Vorlage „${from}“ hat. Wählen Sie anderes, wenn das nicht gemeint ist.`,
  unknown: ({ noun, name }) => `Bei Ihnen gibt es „${name}“ (${deNouns[noun]}) nicht: Wählen Sie im Editor etwas aus.`,
}

const languages: Readonly<Record<Language, Words>> = { en, de }

export function assumptionWords(assumption: Assumption, source: SentenceSource): string {
  const words = languages[source.language]
  const tell = words[assumption.kind] as (one: Assumption, source: SentenceSource) => string
  return tell(assumption, source)
}
