import { keysAt, schemasAt, type YamlSchema } from '../../../../parts/yaml/schema-at.ts'
import { useEditing } from '../editing.ts'
import { YamlField } from '../fields/yaml-field.tsx'
import type { Path } from '../model/plain.ts'
import { AnyKey } from './result-fields.tsx'

/** The keys that a rule may have. */
export const keysOfRule = (schema: YamlSchema): readonly string[] =>
  keysAt(schema, ['rules', 0]).map(({ label }) => label)

interface AnyRuleKeyProps {
  readonly path: Path
  readonly name: string
  readonly label: string
}

/** A key of a rule that nothing here knows. */
export function AnyRuleKey({ path, name, label }: AnyRuleKeyProps) {
  const { schema } = useEditing()
  const [found] = schema ? schemasAt(schema, ['rules', 0, name]) : []
  return found ? (
    <AnyKey path={path} schema={found} label={label} isRequired={false} />
  ) : (
    <YamlField path={path} label={label} />
  )
}
