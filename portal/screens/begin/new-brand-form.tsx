import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { ask, type RouteRequest } from '../../ask/ask.ts'
import { hasReason } from '../../ask/portal-error.ts'
import { meQuery } from '../../ask/session.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { isLanguage, languages, useSpoken } from '../../texts/texts.ts'
import { countryChoices, countryHere, currencyChoices, currencyOf } from './country-money.ts'
import { TemplateChoice } from './template-choice.tsx'

type NewBrand = RouteRequest<'createBrand'>
type Missing = { readonly [Name in keyof NewBrand]?: boolean }

/** Everything that a brand needs to begin, with what the browser knows filled in already. */
export function NewBrandForm({ onCancel }: { readonly onCancel?: (() => void) | undefined }) {
  const { texts, language } = useSpoken()
  const { begin } = texts
  const [said, setSaid] = useState(() => proposed(language))
  const [missing, setMissing] = useState<Missing>({})
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: () => ask('createBrand', said),
    onSuccess: async ({ brand }) => {
      await client.fetchQuery({ ...meQuery, staleTime: 0 })
      showDone(begin.made(said.name))
      await navigate({ to: '/b/$brand/home', params: { brand } })
    },
  })
  const set = (part: Partial<NewBrand>) => {
    setSaid({ ...said, ...part })
    setMissing({})
    make.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lacking = missingIn(said)
    setMissing(lacking)
    if (Object.keys(lacking).length === 0) make.mutate()
  }
  const isTaken = hasReason(make.error, 'conflict')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <NameField {...{ said, missing, set, isTaken }} />
        <PlaceAndMoney {...{ said, missing, set }} />
        <TemplateChoice value={said.template} onChange={(template) => set({ template })} />
        <LocationField {...{ said, missing, set }} />
        <MakingFault error={isTaken ? undefined : make.error} />
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {begin.cancel}
            </Button>
          )}
          <Button type="submit" size="md" loading={make.isPending}>
            {begin.make}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly said: NewBrand
  readonly missing: Missing
  readonly set: (part: Partial<NewBrand>) => void
}

function NameField({ said, missing, set, isTaken }: FieldsProps & { readonly isTaken: boolean }) {
  const { begin } = useSpoken().texts
  return (
    <TextInput
      label={begin.name}
      description={begin.nameHint}
      maxLength={100}
      required
      data-autofocus
      value={said.name}
      error={(missing.name && begin.missing) || (isTaken && begin.nameTaken)}
      onChange={({ currentTarget }) => set({ name: currentTarget.value })}
    />
  )
}

function LocationField({ said, missing, set }: FieldsProps) {
  const { begin } = useSpoken().texts
  return (
    <TextInput
      label={begin.location}
      description={begin.locationHint}
      placeholder={begin.locationExample}
      maxLength={100}
      required
      value={said.location}
      error={missing.location && begin.missing}
      onChange={({ currentTarget }) => set({ location: currentTarget.value })}
    />
  )
}

function PlaceAndMoney({ said, missing, set }: FieldsProps) {
  const { texts, language } = useSpoken()
  const { begin } = texts
  const countries = useMemo(() => countryChoices(language), [language])
  const currencies = useMemo(() => currencyChoices(language), [language])
  const chooseCountry = (country: string | null) => {
    if (country !== null) set({ country, currency: currencyOf(country) ?? said.currency })
  }
  const shared = { searchable: true, allowDeselect: false, required: true } as const
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        {...shared}
        label={begin.country}
        data={countries}
        value={said.country || null}
        error={missing.country && begin.missing}
        onChange={chooseCountry}
      />
      <Select
        {...shared}
        label={begin.currency}
        description={begin.currencyHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={currencies}
        value={said.currency || null}
        error={missing.currency && begin.missing}
        onChange={(currency) => currency !== null && set({ currency })}
      />
      <Select
        {...shared}
        label={begin.timeZone}
        description={begin.timeZoneHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={zones}
        value={said.timeZone}
        onChange={(timeZone) => timeZone !== null && set({ timeZone })}
      />
      <Select
        label={begin.language}
        allowDeselect={false}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        value={said.language}
        onChange={(chosen) => chosen !== null && isLanguage(chosen) && set({ language: chosen })}
      />
    </SimpleGrid>
  )
}

/** Too many in a day is told in the words of this page; whatever else is wrong, as everywhere. */
function MakingFault({ error }: { readonly error: unknown }) {
  const { begin } = useSpoken().texts
  if (!error) return null
  return hasReason(error, 'slowDown') ? <p role="alert">{begin.tooFast}</p> : <ErrorPanel error={error} />
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zoneHere()])]

function proposed(language: NewBrand['language']): NewBrand {
  const country = countryHere()
  return {
    name: '',
    country,
    currency: currencyOf(country) ?? '',
    timeZone: zoneHere(),
    language,
    template: 'cafe',
    location: '',
  }
}

const missingIn = (said: NewBrand): Missing =>
  Object.fromEntries(Object.entries(said).flatMap(([name, text]) => (text.trim() === '' ? [[name, true]] : [])))
