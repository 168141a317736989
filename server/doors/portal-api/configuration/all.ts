import { checkEdits } from './check-edits.ts'
import { entryForm } from './entry-form.ts'
import { entry } from './find-entry.ts'
import { levelPreview } from './level-preview.ts'
import { listEntries } from './list-entries.ts'
import { configurationOverview } from './overview.ts'
import { readProducts } from './read-products.ts'
import { references } from './references.ts'

export const configurationRoutes = [
  checkEdits,
  configurationOverview,
  entry,
  entryForm,
  levelPreview,
  listEntries,
  readProducts,
  references,
] as const
