import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { databaseMetrics, placeMetricList, processMetrics } from '../../server/ground/observe/metrics/metric-list.ts'
import { commands } from '../../server/program/command-line/all.ts'
import { flags } from '../../server/program/configuration/options.ts'
import { openMeasured } from '../support/metrics-room.ts'
import { labelsIn, readPromql } from '../support/promql.ts'
import { openShop } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const measured = await openMeasured([], true)
const shop = await openShop({ service: measured.service })
await shop.card({ usd: 5 })
await until('the costly gauges were computed', async () => (await measured.scrape()).types.has('purser_liability'))
const { types } = await measured.scrape()

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number }
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[]
}

const alerts: readonly Rule[] = parse(read('operate/prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const dashboard: {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: { readonly query: unknown }[] }
} = JSON.parse(read('operate/grafana/purser.json'))
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
]
const listed: Readonly<Record<string, { readonly labels: readonly string[] }>> = {
  ...processMetrics,
  ...placeMetricList,
  ...databaseMetrics,
}

/** What Prometheus adds itself. */
const ofPrometheus = new Set(['up'])
const functions = new Set(
  'abs absent avg count delta histogram_quantile increase label_values max max_over_time min rate sum time'.split(' '),
)
const isExposed = (name: string) =>
  types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram' || ofPrometheus.has(name)

test('a running server exposes every metric of the list, and no other of ours', () => {
  const ours = [...types.keys()].filter((name) => name.startsWith('purser_'))
  assert.deepEqual(ours.toSorted(), Object.keys(listed).toSorted())
})

test('dashboard and alerts name only metrics that a running server exposes, with labels that they have', () => {
  const unknown = expressions.flatMap(({ where, expr }) => {
    const { metrics, functions: called, faults } = readPromql(expr)
    const labels = new Set([
      ...metrics.flatMap(
        (name) => listed[name.replace(/_(bucket|sum|count)$/, '')]?.labels ?? listed[name]?.labels ?? [],
      ),
      'job',
      'instance',
      'le',
    ])
    return [
      ...faults.map((fault) => `${where}: ${fault}`),
      ...(metrics.length === 0 ? [`${where}: names no metric`] : []),
      ...metrics.filter((name) => !isExposed(name)).map((name) => `${where}: no metric ${name}`),
      ...called.filter((name) => !functions.has(name)).map((name) => `${where}: no function ${name}`),
      ...labelsIn(expr).flatMap((label) => (labels.has(label) ? [] : [`${where}: no label ${label}`])),
    ]
  })
  assert.deepEqual(unknown, [])
})

test('what reads PromQL finds what is wrong', () => {
  assert.deepEqual(readPromql('sum(rate(a_total{b="(c"}[5m])) / sum by (b) (d offset 1h) > 0.5 and e').metrics, [
    'a_total',
    'd',
    'e',
  ])
  assert.deepEqual(readPromql('sum(rate(a[5m]))').functions, ['sum', 'rate'])
  assert.equal(readPromql('sum(a').faults.length, 1)
  assert.equal(readPromql('sum(a]').faults.length > 0, true)
  assert.equal(readPromql('a{b="c}').faults.length > 0, true)
  assert.deepEqual(labelsIn('sum by (le, x) (a{b=~"c",d!="e"})'), ['b', 'd', 'le', 'x'])
})

test('every alert says how long, how bad and what it is about, and has its section in the runbooks', () => {
  const sections = [...read('docs/runbooks.md').matchAll(/^## (Purser\w+)$/gm)].map(([, name = '']) => name)
  assert.deepEqual(sections.toSorted(), alerts.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations, labels, for: lasting } of alerts) {
    assert.equal(annotations.runbook_url, `docs/runbooks.md#${alert.toLowerCase()}`)
    assert.match(annotations.summary, /^.{10,}\.$/, alert)
    assert.match(lasting, /^\d+[smh]$/, alert)
    assert.ok(['critical', 'warning'].includes(labels.severity), alert)
  }
})

test('every section of the runbooks says what it means, who notices, where to look and what to do', () => {
  const [, ...sections] = read('docs/runbooks.md').split(/^## /m)
  const lacking = sections.flatMap((text) =>
    ['**Means:**', '**Customers notice:**', '**Look at:**', '**Do:**']
      .filter((part) => !text.includes(part))
      .map((part) => `${text.split('\n')[0]}: ${part}`),
  )
  assert.deepEqual(lacking, [])
})

test('the runbooks name only commands and flags that there are', () => {
  const page = read('docs/runbooks.md')
  const named = [...page.matchAll(/`purser ([a-z ]+)/g)].map(([, words = '']) => words.trim())
  const isKnown = (line: string) => commands.some(({ words }) => `${line} `.startsWith(`${words.join(' ')} `))
  const given = [...page.matchAll(/`--([a-z-]+)/g)].map(([, flag = '']) => flag)
  assert.ok(named.length > 10)
  assert.deepEqual(
    [...named.filter((line) => !isKnown(line)), ...given.filter((flag) => !flags.some(([name]) => name === flag))],
    [],
  )
})

test('the dashboard can be imported: panels have ids and places of their own', () => {
  const { panels } = dashboard
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  assert.deepEqual(rows, ['Calls', 'Engine', 'Database', 'Jobs and messages', 'Money'])
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  )
  assert.equal(new Set(cells).size, cells.length, 'no two panels overlap')
  assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24))
})

test('every metric of the list is on the page, with its labels', () => {
  const page = read('docs/metrics.md')
  for (const [name, { labels }] of Object.entries(listed))
    assert.ok(page.includes(`| \`${name}\` |`) && page.includes(labels.join(', ')), name)
})
