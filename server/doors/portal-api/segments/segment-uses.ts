type Plain = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null

/** Whether a campaign asks for a segment in a condition, or begins with one that somebody enters or leaves. */
export function usesSegment(value: unknown, id: string): boolean {
  if (!isPlain(value)) return false
  if (value.fact === 'segment' && [value.value].flat().includes(id)) return true
  if (isPlain(value.segment) && value.segment.id === id) return true
  return Object.values(value).some((one) => usesSegment(one, id))
}
