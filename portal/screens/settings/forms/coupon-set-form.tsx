import { Group, Radio, Stack, Switch, Text, Textarea } from '@mantine/core'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { Entry } from '../entry/merge.ts'
import { innerOf } from './inner.ts'
import { CountLine, TextLine, WindowLine } from './lines.tsx'
import { NameAndId } from './name-and-id.tsx'
import { NumbersForm } from './numbers-form.tsx'
import { RowList } from './row-list.tsx'

type CouponKind = 'made' | 'listed' | 'codes'

const kinds: readonly CouponKind[] = ['made', 'listed', 'codes']

/** A set of coupons for one use each, or of public codes that many customers present. */
export function CouponSetForm(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { saved, isReadOnly } = useFormSetting()
  const set = isRecord(props.value) ? props.value : {}
  const kind = kindOf(set)
  const at = innerOf(props)
  const isSaved = saved !== undefined
  return (
    <Stack gap="md">
      <NameAndId {...props} isSaved={isSaved} />
      <Radio.Group
        label={texts.couponKind}
        value={kind ?? null}
        onChange={(next) => props.onChange(begun(set, next as CouponKind))}
      >
        <Stack gap="xs" mt={6}>
          {kinds.map((one) => (
            <Radio
              key={one}
              value={one}
              label={texts.couponKinds[one]}
              description={texts.couponKindsAbout[one]}
              disabled={isReadOnly || (isSaved && kind !== undefined && kind !== one)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind === undefined && isSaved && <Text size="sm">{texts.couponsElsewhere}</Text>}
      {set.generate !== undefined && <MadeCoupons {...props} isSaved={isSaved} />}
      {set.coupons !== undefined && <ListedCoupons {...at('coupons', texts.couponList)} isSaved={isSaved} />}
      {set.codes !== undefined && <CodeRows {...at('codes', texts.codes, true)} />}
    </Stack>
  )
}

function kindOf({ generate, coupons, codes }: Entry): CouponKind | undefined {
  if (codes !== undefined) return 'codes'
  if (generate !== undefined) return 'made'
  return coupons === undefined ? undefined : 'listed'
}

const beginnings = {
  made: { generate: { count: 100, length: 10 }, autoGenerate: true },
  listed: { coupons: [] },
  codes: { codes: [{}] },
} as const

/** Another kind is begun anew: nothing of the old one would be used. */
function begun(set: Entry, kind: CouponKind): Entry {
  const { generate: _, coupons: _coupons, codes: _codes, autoGenerate: _auto, ...rest } = set
  return { ...rest, ...beginnings[kind] }
}

function MadeCoupons({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { isReadOnly } = useFormSetting()
  const at = innerOf(props)
  const more = at('autoGenerate', texts.makeMore)
  return (
    <Stack gap="md">
      <NumbersForm {...at('generate', texts.couponKinds.made)} of="coupons" isSaved={isSaved} />
      <Switch
        label={more.label}
        description={texts.makeMoreAbout}
        checked={more.value === true}
        disabled={isReadOnly}
        onChange={({ currentTarget: { checked } }) => more.onChange(checked)}
      />
    </Stack>
  )
}

/** Coupons as people have them: one a line. */
function ListedCoupons({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { faults, isReadOnly } = useFormSetting()
  const coupons: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const own = faults.find(({ path }) => props.paths.some((one) => path.startsWith(`${one}[`)))
  return (
    <Textarea
      label={props.label}
      description={texts.couponListAbout}
      autosize
      minRows={3}
      maxRows={14}
      readOnly={isReadOnly}
      value={coupons.join('\n')}
      error={faultAt(faults, props.paths) ?? own?.message}
      onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? [] : value.split('\n'))}
      onBlur={() => {
        const tidy = coupons.map((one) => String(one).trim()).filter((one) => one !== '')
        // An empty list of a set that is there says nothing. Of a new one, it is the kind that was chosen.
        if (isSaved && tidy.length === 0) props.onChange(undefined)
        else if (tidy.join('\n') !== coupons.join('\n')) props.onChange(tidy)
      }}
    />
  )
}

function CodeRows(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  return (
    <RowList
      field={props}
      titleOf={({ code }) => String(code ?? '')}
      aboutOf={({ uses }) => texts.codeUses(typeof uses === 'number' ? uses : undefined)}
      add={texts.addCode}
      begin={() => ({})}
      keyOf={({ code }) => String(code)}
      form={(row) => <CodeForm {...row} />}
    />
  )
}

function CodeForm(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const at = innerOf(props)
  return (
    <Stack gap="md">
      <TextLine {...at('code', texts.code, true)} about={texts.codeAbout} placeholder={texts.examples.code} />
      <Group gap="sm" align="flex-start">
        <CountLine {...at('uses', texts.usesInAll)} placeholder={texts.anyNumber} w={180} />
        <CountLine {...at('perCard', texts.usesPerCard)} placeholder={texts.anyNumber} w={180} />
      </Group>
      <Group gap="sm" align="flex-start">
        <WindowLine from={at('from', texts.firstDay)} until={at('until', texts.lastDay)} />
      </Group>
    </Stack>
  )
}
