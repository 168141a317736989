/** Where a caller's own trace goes on with us. */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  /** Whether the caller records its part. */
  readonly isSampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const length = 55

/**
 * Reads the header of W3C Trace Context; anything else than its form is as if there was none. Later versions may
 * append to it, but nobody has written one.
 */
export function readTraceparent(header: string | undefined): TraceParent | undefined {
  if (header?.length !== length) return undefined
  const [, version = 'ff', traceId = '', spanId = '', flags = '00'] = form.exec(header) ?? []
  if (version === 'ff' || /^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
