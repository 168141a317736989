import { changesIn } from '../../../domain/audit/change.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { integer, json, list, text } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { differences } from '../../../storage/brand-store/apply/differences.ts'
import { withoutDigests } from '../../../storage/brand-store/export.ts'
import { exportVersion } from '../../../storage/brand-store/history/earlier-version.ts'
import { readVersion } from '../../../storage/brand-store/history/versions.ts'
import { task } from '../operation.ts'
import { brandFile } from './parts/brand-file-model.ts'

const versionField = (about: string) => integer(about).between(1, 2_147_483_647)

export const brandVersion = task({
  name: 'brandVersion',
  group: 'admin',
  summary: 'Return an earlier version of the brand as a file, and what changed from another version to it.',
  details: 'The file has the keys, employees and stock of today, as a rollback would leave them.',
  callType: 'REPORTING',
  onlyReads: true,
  requestModel: 'BrandVersionRequest',
  responseModel: 'BrandVersionResponse',
  request: {
    version: versionField('The version.').required(),
    comparedWith: versionField('The version to compare it with. Absent: nothing is compared.'),
  },
  response: {
    brandFile: json('The brand file.', brandFile).required(),
    changes: list('What changed from the other version to this one, one line each.', text('A change.')),
  },
  perform: async ({ request, brand, db, call }) => {
    const { version, comparedWith } = request
    const kept = await exportVersion(db, brand.id, version)
    const file = kept && withoutDigests(kept)
    const after = await readVersion(db, brand.id, version)
    if (!file || !after) return refuseField(100, 'version', `version ${version} is not kept`)
    if (comparedWith === undefined) return { kind: 'answer', response: { brandFile: file } }
    const before = await readVersion(db, brand.id, comparedWith)
    if (!before) return refuseField(100, 'comparedWith', `version ${comparedWith} is not kept`)
    return {
      kind: 'answer',
      response: { brandFile: file, changes: changesIn(differences(before, after), languageOf(call)) },
    }
  },
})
