/** What is looked for or open stands in the address, so that it can be sent as a link. */
export interface TextSearch {
  readonly text?: string | undefined
}

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined

export function readTextSearch({ text }: Record<string, unknown>): TextSearch {
  const given = asText(text)
  return given === undefined ? {} : { text: given }
}

export const cardOrders = ['activity', 'newest', 'number'] as const
export type ListOrder = (typeof cardOrders)[number]

export interface CardSearch extends TextSearch {
  readonly sort?: ListOrder | undefined
  readonly status?: string | undefined
  readonly program?: string | undefined
  readonly tier?: string | undefined
  readonly segment?: string | undefined
}

export function readCardSearch(search: Record<string, unknown>): CardSearch {
  const { sort, status, program, tier, segment } = search
  const order = cardOrders.find((one) => one === sort)
  const given = { status, program, tier, segment }
  const texts = Object.entries(given).flatMap(([name, value]) => {
    const text = asText(value)
    return text === undefined ? [] : [[name, text]]
  })
  return { ...readTextSearch(search), ...(order && { sort: order }), ...Object.fromEntries(texts) }
}
