import type { FieldShape, FieldSpec } from '../../../ground/contract/field.ts'
import { html, type Markup } from '../../../ground/html/markup.ts'
import type { DescribedModel } from './described-models.ts'
import { defaultOf, limitsOf, marksOf, typeOf } from './field-words.ts'

/** A model's fields as a table; each row can be linked to as `#Model.field`. */
export function fieldTable({ name, fields, inRequests }: DescribedModel): Markup {
  if (Object.keys(fields).length === 0) return html`<p class="empty">No fields: send an empty object.</p>`
  return html`<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">${presenceTitle(inRequests)}</th><th scope="col">Description</th></tr></thead>
<tbody>${rows(name, fields, inRequests)}</tbody>
</table>`
}

function presenceTitle(inRequests: boolean): string {
  return inRequests ? 'Default' : 'Present'
}

function rows(model: string, fields: FieldShape, inRequests: boolean): readonly Markup[] {
  return Object.entries(fields).map(
    ([name, { spec }]) => html`
<tr id="${model}.${name}"><th scope="row"><a class="anchor" href="#${model}.${name}"><code>${name}</code></a></th>
<td class="type">${typeLink(spec)}</td><td>${presence(spec, inRequests)}</td>
<td>${spec.about}${remarks(spec, inRequests)}</td></tr>`,
  )
}

function typeLink(spec: FieldSpec): Markup {
  if (spec.kind === 'list' && spec.item) return html`array of ${typeLink(spec.item)}`
  const type = typeOf(spec)
  return spec.model ? html`<a href="#model-${type}">${type}</a>` : html`${type}`
}

function presence(spec: FieldSpec, inRequests: boolean): Markup {
  if (spec.required && !inRequests) return html`always`
  if (spec.required) {
    const code = spec.missing === 100 ? '' : ` (else error ${spec.missing})`
    return html`<strong class="required">required</strong>${code}`
  }
  const value = defaultOf(spec)
  return value === undefined ? html`` : html`<code>${JSON.stringify(value)}</code>`
}

function remarks(spec: FieldSpec, inRequests: boolean): readonly Markup[] {
  const choices = spec.choices?.map((choice, index) => html`${index > 0 && ', '}<code>${choice}</code>`)
  return [
    ...(choices ? [html` <span class="limit">One of ${choices}.</span>`] : []),
    ...limitsOf(spec, inRequests).map((limit) => html` <span class="limit">${limit}</span>`),
    ...marksOf(spec).map(({ kind, text }) => html` <span class="badge ${kind}">${text}</span>`),
  ]
}
