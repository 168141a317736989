import { schemasAt } from '../../../../parts/yaml/schema-at.ts'
import { useEditing } from '../editing.ts'
import { YamlField } from '../fields/yaml-field.tsx'
import type { Path } from '../model/plain.ts'
import { AnyKey } from './result-fields.tsx'

interface AnyCampaignKeyProps {
  readonly path: Path
  readonly name: string
  readonly label: string
}

/** A key of a campaign, as its description says that it is filled in. */
export function AnyCampaignKey({ path, name, label }: AnyCampaignKeyProps) {
  const { schema } = useEditing()
  const [found] = schema ? schemasAt(schema, [name]) : []
  return found ? (
    <AnyKey path={path} schema={found} label={label} isRequired={false} />
  ) : (
    <YamlField path={path} label={label} />
  )
}
