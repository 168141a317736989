import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { facts } from '../../server/domain/brand/rules/facts.ts'
import { type OperatorName, operators } from '../../server/domain/brand/rules/operators.ts'
import { namesIn } from '../../server/domain/sentence/names.ts'
import { tellCondition, tellResult } from '../../server/domain/sentence/tell.ts'
import { factExamples, factGroups, groupExamples } from './fact-examples.ts'
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

function factTables(): string {
  return factGroups
    .map(({ title, about, begins }) => {
      const rows = Object.entries(factExamples)
        .filter(([name]) => begins.test(name))
        .map(([name, yaml]) => [
          `\`${name}\` ${facts[name]?.meaning ?? ''}`,
          code(yaml),
          tellCondition(parse(yaml), telling),
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
  return Object.values(factExamples).find((yaml) => parse(yaml).op === operator) ?? ''
}

function resultTable(examples: readonly ResultExample[]): string {
  const rows = examples.map(({ yaml, effect = '' }) => [code(yaml), tellResult(parse(yaml), telling), effect])
  return table(['example', 'in words', 'what it does to the sale'], rows)
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
