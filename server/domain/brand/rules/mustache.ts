import { meantOf } from '../faults/advice.ts'
import { type BrandFault, faultOf } from '../faults/fault.ts'
import type { Place } from '../reading/place.ts'
import { text } from '../reading/scalars.ts'
import { checked, type FileShape } from '../reading/shape.ts'
import { customerFields } from './customer-fields.ts'
import { parseTemplate } from './template.ts'

/** Every variable a message may use, besides `balances.CODE` and `keyValues.KEY`. */
export const messageVariables = [
  ...Object.keys(customerFields).map((name) => `customer.${name}`),
  'card.number',
  'card.customNumber',
  'mutation.amount',
  'mutation.name',
  'discount.amount',
  'coupon.id',
  'coupon.expirationDate',
  'tier.name',
  'tier.missing',
  'checkout.total',
  'checkout.netTotal',
  'checkout.discount',
  'location.name',
  'brand.name',
  'date',
] as const

const known: ReadonlySet<string> = new Set(messageVariables)

/** A Mustache template: its tags are closed, its sections balanced, and it uses only known variables. */
export function message(limits: { max: number }): FileShape<string> {
  return checked(text({ max: limits.max, multiline: true }), checkTags)
}

const tag = /\{\{(\{[^{}]*\}|[^{}]*)\}\}/g

function checkTags(template: string, at: Place): void {
  const isWhole = checkSections(template, at)
  // Only if the sections are fine, so that one mistake is reported once.
  if (isWhole && parseTemplate(template) === undefined) at.fault('notMustache')
}

/** Whether each tag and section ends. */
function checkSections(template: string, at: Place): boolean {
  const faults: BrandFault[] = []
  if (/\{\{|\}\}/.test(template.replace(tag, ''))) faults.push(faultOf('tagUnpaired'))
  const open: string[] = []
  for (const [, inner = ''] of template.matchAll(tag)) {
    const content = inner.replace(/^\{|\}$/g, '').trim()
    const kind = content.charAt(0)
    if (kind === '!') continue
    if (kind === '/') {
      const name = content.slice(1).trim()
      if (open.pop() !== name) faults.push(faultOf('sectionNotOpen', { name }))
      continue
    }
    const name = content.replace(/^[#^&]\s*/, '')
    if (kind === '#' || kind === '^') open.push(name)
    checkVariable(name, at)
  }
  faults.push(...open.map((name) => faultOf('sectionNotClosed', { name })))
  for (const fault of faults) at.report(fault)
  return faults.length === 0
}

function checkVariable(name: string, at: Place): void {
  if (known.has(name) || /^keyValues\.[^\s{}]+$/.test(name)) return
  if (name.startsWith('balances.')) at.mention('valueCode', name.slice('balances.'.length))
  else at.fault('unknownVariable', { name, advice: meantOf(name, messageVariables) })
}
