import { languageOf } from '../../../domain/decision/call.ts'
import { integer, list } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { listScheduled } from '../../../storage/brand-store/history/schedule.ts'
import { listVersions } from '../../../storage/brand-store/history/versions.ts'
import { query } from '../operation.ts'
import { brandVersionModel, scheduledChange, showScheduled, showVersion } from './parts/version-models.ts'

export const brandHistory = query({
  name: 'brandHistory',
  group: 'admin',
  summary: "List the versions of the brand's configuration, newest first, and the changes that are scheduled.",
  callType: 'REPORTING',
  requestModel: 'BrandHistoryRequest',
  responseModel: 'BrandHistoryResponse',
  request: {
    beforeVersion: integer('Only versions before this one: the nextVersion of an earlier call.').between(
      1,
      2_147_483_647,
    ),
    maxResults: integer('How many versions to return at most.').between(1, 200).default(50),
  },
  response: {
    versions: list('The versions.', brandVersionModel).required(),
    scheduled: list('What waits for its time, and the last 20 that did.', scheduledChange).required(),
    nextVersion: integer('Present if there may be more. Call again with this as beforeVersion.'),
  },
  answer: async ({ request, brand, reader, call }) => {
    const { beforeVersion: before, maxResults: limit } = request
    const found = await listVersions(reader, brand.id, { before, limit })
    const scheduled = await listScheduled(reader, brand.id)
    const manner = { timeZone: brand.interfaceTimeZone, language: languageOf(call) }
    const response = {
      versions: found.map((one) => showVersion(one, manner)),
      scheduled: scheduled.map((one) => showScheduled(one, manner)),
      nextVersion: found.length === limit ? found.at(-1)?.version : undefined,
    }
    return { kind: 'answer', response: defined(response) }
  },
})
