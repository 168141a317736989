import type { Brand } from '../../domain/brand/brand.ts'
import { cellWords, columnTitle } from '../../domain/report-words/cell-words.ts'
import { toCsv } from '../../domain/report-words/csv.ts'
import type { ReportWords } from '../../domain/report-words/en.ts'
import { fileColumn } from '../../domain/report-words/file-columns.ts'
import { columnsShown, rowsOf, type ShownColumn, type ShownRow } from '../../domain/report-words/shown-table.ts'
import { toldReport } from '../../domain/report-words/told-report.ts'
import { totalsOf } from '../../domain/report-words/totals.ts'
import { reportWordsIn } from '../../domain/report-words/words.ts'
import { html, type Markup } from '../../ground/html/markup.ts'
import { isNumeric } from '../../storage/report/report-table.ts'
import type { MadeReport } from './made-report.ts'
import { mailWordsIn } from './mail-words.ts'

/** To whom, and how it gets there. */
export interface MailFrame {
  readonly language: string | undefined
  readonly brand: Brand
  readonly scheduleId?: string | undefined
  /** Where users reach the server, such as https://loyalty.example; absent: nobody knows. */
  readonly reachedAt: string | undefined
  readonly isTest?: boolean
}

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachment?: { readonly name: string; readonly content: string }
}

/** Many mail servers take no more than 10 MB, and what is attached grows by a third on its way. */
const attachmentBytesMax = 5_000_000

/** A mail is read at a glance; the rest is attached. */
const linesMax = 20

/** A report as a mail: what it comes to, the whole of it as the same file that the portal exports, and the way there. */
export function composeMail(made: MadeReport, frame: MailFrame): ComposedMail {
  const { brand, language } = frame
  const words = reportWordsIn(language)
  const table = writeTable(made, words, brand.document.brand.language)
  const { question } = toldReport(made.report, words)
  const told = { question, about: aboutLines(made, words, frame), table, links: linksOf(made, frame) }
  const file = `\uFEFF${table.csv}`
  const isAttached = table.rows.length > 0 && Buffer.byteLength(file) <= attachmentBytesMax
  return {
    subject: mailWordsIn(language).subject(oneLine(brand.name), question),
    text: textOf(told, frame, isAttached),
    html: htmlOf(told, frame, isAttached),
    ...(isAttached && { attachment: { name: `${fileName(made)}.csv`, content: file } }),
  }
}

/** A brand's name may be anything; a header is one line. */
const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const fileName = ({ report, asked: { by, from, to } }: MadeReport) =>
  [report.name, by, from, to].filter(Boolean).join(' ')

interface WrittenTable {
  readonly heads: readonly string[]
  /** What it comes to: totals, or the rows themselves where they are few. */
  readonly lines: readonly (readonly string[])[]
  readonly isNumber: readonly boolean[]
  readonly left: number
  readonly rows: readonly ShownRow[]
  readonly csv: string
}

function writeTable({ table }: MadeReport, texts: ReportWords, language: string): WrittenTable {
  const all = table.columns.map((column): ShownColumn => ({ ...column, isNumber: isNumeric(column) }))
  const rows = rowsOf(table)
  const columns = columnsShown(all, rows)
  const title = (column: ShownColumn) => columnTitle(column, texts)
  const cell = (column: ShownColumn, row: ShownRow) => cellWords(column, row, { language, texts })
  const totals = totalsOf(all, rows)
  const file = columns.map((column) => fileColumn(column, { title, cell }))
  const isTotal = totals.length > 0 && rows.length > linesMax / 2
  const lines = isTotal ? totals : rows
  const shown = isTotal ? columns.filter(({ key }) => totals.some(({ cells }) => (cells[key] ?? '') !== '')) : columns
  return {
    heads: shown.map(title),
    lines: lines.slice(0, linesMax).map((row) => shown.map((column) => cell(column, row))),
    isNumber: shown.map(({ isNumber }) => isNumber),
    left: isTotal ? 0 : Math.max(0, lines.length - linesMax),
    rows,
    csv: toCsv(rows, file, { name: texts.total, rows: totals }),
  }
}

/** For which time, and how it is divided. */
function aboutLines(
  { report, asked }: MadeReport,
  { words: known }: ReportWords,
  { brand, language }: MailFrame,
): string[] {
  const words = mailWordsIn(language)
  const day = (one = '') =>
    new Intl.DateTimeFormat(brand.document.brand.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      Date.parse(`${one}T00:00:00Z`),
    )
  const { from, to, by = report.usualBy, per } = asked
  const time = () => (report.over === 'day' ? words.atEndOf(day(to)) : words.fromTo(day(from), day(to)))
  const ways: Readonly<Record<string, string>> = known
  return [
    report.over === 'now' ? words.now : time(),
    ...(by === undefined ? [] : [words.by(Object.hasOwn(ways, by) ? (ways[by] ?? by) : by)]),
    ...(per === 'day' ? [words.perDay] : []),
  ]
}

interface Links {
  readonly report: string
  readonly stop: string
}

function linksOf({ report, asked }: MadeReport, { reachedAt, brand, scheduleId }: MailFrame): Links | undefined {
  if (reachedAt === undefined) return undefined
  const base = `${reachedAt}/portal/b/${encodeURIComponent(brand.id)}/reports`
  const search = new URLSearchParams({ ...asked, ...(asked.to !== undefined && { period: 'own' }) })
  return {
    report: `${base}/${report.name}${search.size > 0 ? `?${search}` : ''}`,
    stop: `${base}/mails${scheduleId === undefined ? '' : `?schedule=${scheduleId}`}`,
  }
}

interface ComposedReport {
  readonly question: string
  readonly about: readonly string[]
  readonly table: WrittenTable
  readonly links: Links | undefined
}

function textOf(
  { question, about, table, links }: ComposedReport,
  { language, brand, isTest }: MailFrame,
  isAttached: boolean,
) {
  const words = mailWordsIn(language)
  const lines = table.lines.map((cells) =>
    cells
      .map((cell, place) => (cell === '' ? '' : `${table.heads[place]}: ${cell}`))
      .filter((cell) => cell !== '')
      .join('\n'),
  )
  return [
    ...(isTest ? [words.test] : []),
    [question, ...about].join('\n'),
    ...(lines.length > 0 ? lines : [words.nothing]),
    ...(table.left > 0 ? [words.rest(table.left)] : []),
    ...(table.rows.length > 0 ? [isAttached ? words.attached : words.tooLarge] : []),
    ...(links ? [`${words.open}: ${links.report}`] : []),
    [words.stopLine(oneLine(brand.name)), ...(links ? [`${words.stop}: ${links.stop}`] : [])].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

const cellStyle = 'padding:4px 12px 4px 0;border-bottom:1px solid #ddd;vertical-align:top'

function htmlOf(
  { question, about, table, links }: ComposedReport,
  { language, brand, isTest }: MailFrame,
  isAttached: boolean,
) {
  const words = mailWordsIn(language)
  const note = isAttached ? words.attached : words.tooLarge
  return html`<!doctype html>
<html lang="${language === 'de' ? 'de' : 'en'}">
<head><meta charset="utf-8"><title>${question}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#222">
${isTest && html`<p><strong>${words.test}</strong></p>`}
<h1 style="font-size:20px;margin:0 0 4px">${question}</h1>
<p style="margin:0 0 16px;color:#555">${about.join(' · ')}</p>
${table.lines.length > 0 ? htmlTable(table) : html`<p>${words.nothing}</p>`}
${table.left > 0 && html`<p>${words.rest(table.left)}</p>`}
${table.rows.length > 0 && html`<p>${note}</p>`}
${links && html`<p><a href="${links.report}">${words.open}</a></p>`}
<p style="color:#555;font-size:13px">${words.stopLine(oneLine(brand.name))}${links && html` <a href="${links.stop}">${words.stop}</a>`}</p>
</body>
</html>`.source
}

function htmlTable({ heads, lines, isNumber }: WrittenTable): Markup {
  const align = (place: number) => `${cellStyle};text-align:${isNumber[place] ? 'right' : 'left'}`
  return html`<table style="border-collapse:collapse">
<thead><tr>${heads.map((head, place) => html`<th scope="col" style="${align(place)}">${head}</th>`)}</tr></thead>
<tbody>${lines.map((cells) => html`<tr>${cells.map((cell, place) => html`<td style="${align(place)}">${cell}</td>`)}</tr>`)}</tbody>
</table>`
}
