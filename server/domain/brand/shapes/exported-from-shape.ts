import { integer, textLike } from '../reading/scalars.ts'
import { object, optional, required, type Shaped } from '../reading/shape.ts'

/** Of a file that an export printed: which version of the brand it shows. Applying it must not undo what came later. */
export const exportedFromShape = object(
  {
    version: required(integer(1, Number.MAX_SAFE_INTEGER, '12')),
    // Tells versions of the same number apart: those of another server, or of another brand.
    fingerprint: optional(textLike(/^[0-9a-f]{12}$/, 'fingerprint', { example: '5f3a9c0d1e2b' })),
  },
  '{ version: 12, fingerprint: 5f3a9c0d1e2b }',
)

export type ExportedFrom = Shaped<typeof exportedFromShape>
