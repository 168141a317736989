import { readPeriod } from '../../../calls/replay/period.ts'
import type { ReplayReport } from '../../../calls/replay/report.ts'
import { replayOn } from '../../../calls/replay/run-replay.ts'
import { flag, id, integer, json, model, text } from '../../../ground/contract/field.ts'
import type { TrialBrand } from '../../../storage/brand-store/draft.ts'
import { ErrandFailed, errandKind } from '../../../storage/errand/kind.ts'

const campaignList = model('ReplayedCampaigns', 'A list of campaigns, as docs/brand-file.md describes them.', {})

/** As the server's own calls have it, unless it was set otherwise. */
const workLimit = 1_000_000
/** So many faults of a draft tell enough. */
const faultsMax = 20

/** What `purser replay` does. A whole file as a draft may hold secrets, which would be kept with the errand. */
export const replayPeriod = errandKind({
  name: 'replay',
  summary: 'Decide the checkouts and returns of a past period again, and report what would differ.',
  inputModel: 'ReplayErrandInput',
  input: {
    from: id("The first day, yyyy-MM-dd, or an instant, in the brand's time zone.").required(),
    to: id('The last day, which is included, or an instant, which is not.').required(),
    sample: integer('Every so many cards. All figures are estimates then.').between(1, 10_000).default(1),
    campaigns: json(
      'Campaigns to try, as JSON or as text. They replace those with the same ids; others are added.',
      campaignList,
    ).max(800_000),
    version: integer('An earlier version of the file to try.').between(1, 2_147_483_647),
    draftId: id(
      'A draft to try, as it is when the replay begins, and as if its own campaigns and rules ran in the whole period, ' +
        'whatever their dates.',
    ),
    draftRevision: integer(
      'With draftId: the revision to try. If the draft has another by then, the replay fails.',
    ).between(1, 2_147_483_647),
    today: flag('Try the file as it is when the replay begins.').default(false),
    name: text('What to call it in lists.').max(100),
  },
  memoryMb: 1024,
  run: async ({ from, to, sample, name: _, today, ...given }, { brand, pool, progress, signal }) => {
    if (triesSeveral(today, given)) throw new ErrandFailed({ saying: 'triesSeveral' })
    const tried = today ? { version: brand.version } : given
    const period = readPeriod(from, to, brand.timeZone)
    if ('saying' in period) throw new ErrandFailed(period)
    const draft = draftOf(tried)
    const request = { brandId: brand.id, ...period, sample, workLimit, prices: brand, ...(draft && { draft }) }
    const result = await pool.withConnection((db) =>
      replayOn(db, request, {
        signal,
        progress: (done, total) => progress({ done, total, saying: { saying: 'deciding' } }),
      }),
    )
    if (result.kind === 'report') return withoutNumbers(result.report)
    throw new ErrandFailed({ saying: 'faulty', faults: result.faults.slice(0, faultsMax) })
  },
})

interface ReplayTry {
  readonly campaigns?: unknown
  readonly version?: number | undefined
  readonly draftId?: string | undefined
  readonly draftRevision?: number | undefined
}

/** Only one of them would be tried, and the report would not say which. */
function triesSeveral(today: boolean, { campaigns, version, draftId, draftRevision }: ReplayTry): boolean {
  const named = [today || undefined, draftId ?? draftRevision, campaigns, version]
  return named.filter((one) => one !== undefined).length > 1
}

function draftOf({ campaigns, version, draftId, draftRevision }: ReplayTry): TrialBrand | undefined {
  // A revision of no draft is none that there is.
  if (draftId !== undefined || draftRevision !== undefined)
    return { kind: 'draft', draftId: draftId ?? '', revision: draftRevision }
  if (campaigns !== undefined) return { kind: 'campaigns', campaigns }
  return version === undefined ? undefined : { kind: 'version', version }
}

/** Whoever may list errands need not know the numbers of cards: the last four tell them apart. */
function withoutNumbers(report: ReplayReport): ReplayReport {
  const { gain, lose } = report.cardholders
  const masked = (list: typeof gain) => list.map((one) => ({ ...one, cardNumber: `…${one.cardNumber.slice(-4)}` }))
  return { ...report, cardholders: { gain: masked(gain), lose: masked(lose) } }
}
