import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { CallSpan, ObservedBatch, ObservedCall, Observer, Phase, PhaseFacts } from '../observer.ts'
import { readTraceparent, type TraceParent } from './traceparent.ts'

export interface TraceRules {
  /** The share of calls that are followed although nobody asked for it. */
  readonly sampleRatio: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** Whoever asks for every call to be followed gets so many a second, and no more. */
const callsPerSecondMax = 500

/** Makes a span of each call that is followed, with the phases of its batch below it. */
export class CallTraces implements Observer {
  private readonly tracer: Tracer
  private readonly rules: TraceRules
  private second = 0
  private followed = 0

  constructor(tracer: Tracer, rules: TraceRules) {
    this.tracer = tracer
    this.rules = rules
  }

  follow(operation: string, traceparent: string | undefined, beganMs: number): CallSpan | undefined {
    const parent = traceparent === undefined ? undefined : readTraceparent(traceparent)
    if (!parent?.isSampled && !this.draws()) return undefined
    if (!this.hasRoom()) return undefined
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent)) : ROOT_CONTEXT
    const options = { kind: SpanKind.SERVER, startTime: toTime(beganMs), attributes: { 'purser.operation': operation } }
    return new TracedCall(this.tracer, this.tracer.startSpan(operation, options, context))
  }

  answered(): void {
    // The span of a call says it.
  }

  /** Most batches have no call that is followed. */
  batchEnded(batch: ObservedBatch): void {
    for (const { work } of batch.commands) if (work.span) tellPhases(work.span, batch)
  }

  jobRan(): void {
    // What jobs do belongs to no call.
  }

  private draws(): boolean {
    const { sampleRatio, random } = this.rules
    return sampleRatio > 0 && random() < sampleRatio
  }

  private hasRoom(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.second) this.followed = 0
    this.second = second
    this.followed += 1
    return this.followed <= callsPerSecondMax
  }
}

/** All calls of a batch are loaded, decided and stored together: each that is followed has these times below its span. */
function tellPhases(span: CallSpan, batch: ObservedBatch): void {
  const { lane, commands, beganMs, loadedMs, decidedMs, endedMs, fault } = batch
  const about = { lane, batch: commands[0]?.work.call.ref ?? '', commands: commands.length }
  const ends = [loadedMs, decidedMs, endedMs]
  let fromMs = beganMs
  for (const [index, name] of (['load', 'decide', 'store'] as const).entries()) {
    const toMs = ends[index]
    const isLast = toMs === undefined || index === 2
    span.phase(name, { fromMs, toMs: toMs ?? endedMs }, { ...about, ...(isLast && fault !== undefined && { fault }) })
    if (toMs === undefined) return
    fromMs = toMs
  }
}

class TracedCall implements CallSpan {
  readonly traceId: string
  readonly traceparent: string
  private readonly tracer: Tracer
  private readonly span: Span

  constructor(tracer: Tracer, span: Span) {
    this.tracer = tracer
    this.span = span
    const { traceId, spanId } = span.spanContext()
    this.traceId = traceId
    this.traceparent = `00-${traceId}-${spanId}-01`
  }

  phase(name: Phase, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, about: PhaseFacts): void {
    const options = { startTime: toTime(fromMs), attributes: phaseAttributes(about) }
    const span = this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.span))
    if (about.fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(toTime(toMs))
  }

  /** What is refused is no failure of ours; what could not be carried out is. */
  end(about: ObservedCall): void {
    this.span.setAttributes(callAttributes(about))
    if (failures.has(about.code)) this.span.setStatus({ code: SpanStatusCode.ERROR })
    this.span.end(toTime(performance.now()))
  }
}

const failures: ReadonlySet<number> = new Set([1, 109, 136])

/** The only attributes that there are: what is not listed here cannot get into a trace. */
const callAttributes = ({ requestRef, brand, code }: ObservedCall): Attributes => ({
  'purser.request_ref': requestRef,
  'purser.brand': brand,
  'purser.code': code,
})

const phaseAttributes = ({ lane, batch, commands, fault }: PhaseFacts): Attributes => ({
  'purser.lane': lane,
  'purser.batch': batch,
  'purser.batch.commands': commands,
  ...(fault !== undefined && { 'purser.batch.fault': fault }),
})

const toSpanContext = ({ traceId, spanId }: TraceParent): SpanContext => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
})

/** Milliseconds since 1970, with their fraction. */
const toTime = (monotonicMs: number) => performance.timeOrigin + monotonicMs
