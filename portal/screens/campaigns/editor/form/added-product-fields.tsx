import { Group, Stack } from '@mantine/core'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken } from '../../../../texts/texts.ts'
import { useAt } from '../editing.ts'
import { MoneyField } from '../fields/money-field.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { NamesPicker } from '../fields/name-picker.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { isEntry, listOf, type Path, type PlainEntry } from '../model/plain.ts'

/** A product that is added to the purchase, or several of which the customer chooses one. */
export function AddedProductFields({ path }: { readonly path: Path }) {
  const { language } = useSpoken()
  const { resultKeys } = formWordsIn(language)
  const { value, set, fault } = useAt(path)
  const faults = [fault, useAt([...path, 'sku']).fault, useAt([...path, 'choose']).fault]
  const units = useAt([...path, 'units'])
  const entry = isEntry(value) ? value : {}
  const skus = skusOf(entry)
  const fields: OptionalKey[] = [
    {
      key: 'regularPrice',
      label: resultKeys.regularPrice,
      begin: 10,
      isUsual: true,
      show: (at) => <MoneyField path={at} label={resultKeys.regularPrice} width={220} />,
    },
  ]
  return (
    <Stack gap="sm">
      <NamesPicker
        noun="product"
        label={skus.length > 1 ? resultKeys.choose : resultKeys.sku}
        value={skus}
        onChange={(next) => set(withSkus(entry, next))}
        error={faults.find((one) => one !== undefined)}
      />
      <Group gap="sm" align="flex-end">
        <NumberField
          label={resultKeys.units}
          value={units.value ?? 1}
          onChange={units.set}
          error={units.fault}
          min={0}
          width={140}
        />
        <MoneyField path={[...path, 'unitPrice']} label={resultKeys.unitPrice} />
      </Group>
      <MoreKeys path={path} fields={fields} />
    </Stack>
  )
}

function skusOf({ sku, choose }: PlainEntry): string[] {
  const of = isEntry(choose) ? listOf(choose.of).map(String) : []
  return [...new Set([...(typeof sku === 'string' && sku !== '' ? [sku] : []), ...of])]
}

/** One product is simply added; of several one is chosen. */
function withSkus({ sku: _, choose, ...rest }: PlainEntry, skus: readonly string[]): PlainEntry {
  if (skus.length < 2) return { sku: skus[0] ?? '', ...rest }
  const { group } = isEntry(choose) ? choose : {}
  return { ...rest, choose: { of: [...skus], ...(group !== undefined && { group }) } }
}
