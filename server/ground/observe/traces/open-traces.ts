import { createRequire } from 'node:module'
import type { SpanExporter, TracerProviderOptions } from '@opentelemetry/sdk-trace'
import { codeOf } from '../../kernel/code-of.ts'
import type { Log } from '../../log/log.ts'
import { onceAMinute } from '../../log/once-a-minute.ts'
import { within } from '../../waiting/within.ts'
import type { CallTraces, TraceRules } from './call-traces.ts'

export interface TraceOptions extends TraceRules {
  /** Where to, by OTLP over HTTP. */
  readonly url: string
  readonly version: string
  readonly environment: string
  readonly log: Log
}

export interface OpenTraces {
  readonly observer: CallTraces
  /** Sends what is still to be sent, for a few seconds at most. */
  stop(): Promise<void>
}

const sdkName = '@opentelemetry/sdk-trace'
const exporterName = '@opentelemetry/exporter-trace-otlp-http'
/** How long it is tried to send some spans. */
const sendMsMax = 3000
const stopMsMax = 5000
/** Spans that wait to be sent; further ones are dropped. */
const spansMax = 4096
/** How long they wait for others to be sent with. */
const delayMs = 1000

/** Nothing of OpenTelemetry is loaded before this: operators who trace nothing need not have it. */
export async function openTraces(options: TraceOptions): Promise<OpenTraces> {
  const { sdk, otlp } = await loadPackages()
  const { CallTraces } = await import('./call-traces.ts')
  const exporter = watched(new otlp.OTLPTraceExporter({ url: options.url, timeoutMillis: sendMsMax }), options)
  const processor = new sdk.BatchSpanProcessor({
    exporter,
    maxQueueSize: spansMax,
    maxExportBatchSize: 512,
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: sendMsMax + 1000,
  })
  const provider = new sdk.TracerProvider({
    resource: describeService(options),
    // Whether a call is followed is decided before the SDK hears of it.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [processor],
  })
  const observer = new CallTraces(provider.getTracer('purser', options.version), options)
  const stop = async () => void (await within(stopMsMax, provider.shutdown()).catch(() => undefined))
  return { observer, stop }
}

async function loadPackages() {
  try {
    const [sdk, otlp] = await Promise.all([import(sdkName), import(exporterName)])
    return { sdk, otlp } as {
      sdk: typeof import('@opentelemetry/sdk-trace')
      otlp: typeof import('@opentelemetry/exporter-trace-otlp-http')
    }
  } catch (cause) {
    const isMissing = codeOf(cause) === 'ERR_MODULE_NOT_FOUND'
    const reason = isMissing ? '' : ` (${cause instanceof Error ? cause.message : cause})`
    throw new Error(
      `--traces needs two packages that could not be loaded${reason}: run "npm install ${sdkName} ${exporterName}", or start without --traces.`,
      { cause },
    )
  }
}

type Resource = NonNullable<TracerProviderOptions['resource']>

/** The name under which traces are found. The package that makes it is one of the SDK's own. */
function describeService({ version, environment }: TraceOptions): Resource {
  const requireOfSdk = createRequire(import.meta.resolve(sdkName))
  const { resourceFromAttributes } = requireOfSdk('@opentelemetry/resources') as {
    resourceFromAttributes(attributes: Readonly<Record<string, string>>): Resource
  }
  return resourceFromAttributes({
    'service.name': 'purser',
    'service.version': version,
    'deployment.environment.name': environment,
  })
}

/** Tells the operator when traces do not arrive, which is otherwise nobody's business: calls go on. */
function watched(exporter: SpanExporter, { log }: TraceOptions): SpanExporter {
  const maySay = onceAMinute()
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && maySay(''))
          log.warn('traces', {
            text: 'Traces could not be sent to the address of --traces; they are dropped.',
            count: spans.length,
          })
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
