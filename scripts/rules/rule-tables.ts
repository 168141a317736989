import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { facts } from '../../server/domain/brand/facts/all.ts'
import type { Fact } from '../../server/domain/brand/facts/fact.ts'
import { argumentsOf } from '../../server/domain/brand/facts/fact-shape.ts'
import { type OperatorName, operators } from '../../server/domain/brand/rules/operators.ts'
import { namesIn } from '../../server/domain/sentence/names.ts'
import { tellCondition, tellResult } from '../../server/domain/sentence/tell.ts'
import { factGroups, groupExamples } from './fact-groups.ts'
import { amountExamples, type ResultExample, resultExamples } from './result-examples.ts'

const demo = parse(readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8'))
const telling = { language: 'en', currency: 'USD', nameOf: namesIn(demo) } as const

/** The tables of docs/rules.md, by their marks. */
export function ruleTables(): Readonly<Record<string, string>> {
  return {
    facts: factTables(),
    operators: operatorTable(),
    groups: table(
      ['condition', 'in words'],
      groupExamples.map((yaml) => [code(yaml), tellCondition(parse(yaml), telling).replace(/^\((.*)\)$/, '$1')]),
    ),
    amounts: resultTable(amountExamples),
    results: resultTable(resultExamples),
  }
}

/** The table of docs/brand-file.md: what a file may ask for. */
export function factTable(): string {
  const rows = Object.entries(facts).map(([name, fact]) => [
    `\`${name}\``,
    typeWords(name, fact),
    argumentsOf(fact)
      .map((argument) => (argument.needed ? `**${argument.name}**` : argument.name))
      .join(', '),
    fact.meaning,
  ])
  return table(['fact', 'type', 'arguments', 'what it is'], rows)
}

function typeWords(name: string, { type, list, range, names, choices }: Fact): string {
  if (name === 'demographic') return "the field's"
  if (name === 'order') return "the attribute's"
  if (range) return `${range[0]} to ${range[1]}`
  const one = names === undefined ? type : `id of a ${names}`
  const few = choices && choices.length < 8 ? choices.join(', ') : one
  return list ? `list of ${few}` : few
}

function factTables(): string {
  return factGroups
    .map(({ title, about, begins }) => {
      const rows = Object.entries(facts)
        .filter(([name]) => begins.test(name))
        .map(([name, { meaning, example }]) => [
          `\`${name}\` ${meaning}`,
          code(example),
          tellCondition(parse(example), telling),
        ])
      return `### ${title}\n\n${about}\n\n${table(['fact', 'example', 'in words'], rows)}`
    })
    .join('\n\n')
}

/** The example of an operator is the first fact's that has it. */
function operatorTable(): string {
  const rows = Object.entries(operators).map(([name, { meaning, fits }]) => [
    `\`${name}\``,
    meaning,
    fits.join(', '),
    code(exampleOf(name as OperatorName)),
  ])
  return table(['operator', 'holds if the fact', 'fits', 'example'], rows)
}

export function exampleOf(operator: OperatorName): string {
  return Object.values(facts).find(({ example }) => parse(example).op === operator)?.example ?? ''
}

function resultTable(examples: readonly ResultExample[]): string {
  const rows = examples.map(({ yaml, effect = '' }) => [code(yaml), tellResult(parse(yaml), telling), effect])
  return table(['example', 'in words', 'what it does to the sale'], rows)
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
