import { Alert, Button, Code, Group, Loader, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useAsking, useCalling, useCallToChange } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { FirstLines, type TillPlace } from './first-lines.tsx'

interface MadeKey {
  readonly key: string
  readonly secret: string
}

/** A key for one till, and the lines with which its programmer begins; says when the first call has arrived. */
export function ConnectScreen() {
  const { begin } = useTexts()
  const brand = useBrand()
  const [made, setMade] = useState<MadeKey>()
  const { data: places, error: placesError } = useCalling('listLocations', {})
  const [chosen, setChosen] = useState<string>()
  const place = places?.locations.find(({ id }) => id === chosen) ?? places?.locations[0]
  const { data: steps } = useAsking('firstSteps', {}, { everySeconds: 3 })
  const isDone = (step: string) => steps?.steps.some((one) => one.step === step && one.isDone) ?? false
  return (
    <Page
      title={begin.connect}
      about={begin.connectAbout}
      width="narrow"
      secondary={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/b/$brand/home" params={{ brand: brand.id }} {...props} />}
        >
          {begin.backHome}
        </Button>
      }
    >
      <Paper p="lg">
        {made ? (
          <KeyShown made={made} />
        ) : (
          <KeyForm
            places={places?.locations}
            placesError={placesError}
            place={place?.id}
            hasKeys={isDone('key')}
            onPlace={setChosen}
            onMade={setMade}
          />
        )}
      </Paper>
      {(made || isDone('key')) && (
        <Lines place={{ location: place?.id, terminal: place?.terminals[0] }} made={made} cardSet={steps?.cardSet} />
      )}
      {(made || isDone('key')) && steps && <Arrival hasArrived={isDone('call')} />}
    </Page>
  )
}

function Lines({
  place,
  made,
  cardSet,
}: {
  readonly place: TillPlace
  readonly made?: MadeKey | undefined
  readonly cardSet?: string | undefined
}) {
  const { begin } = useTexts()
  return (
    <Paper p="lg" component="section" aria-label={begin.lines}>
      <FirstLines place={place} {...(made && { made })} {...(cardSet !== undefined && { cardSet })} />
    </Paper>
  )
}

interface KeyFormProps {
  /** Absent until they are known: without its place, a key would be one for all of them. */
  readonly places: readonly { readonly id: string; readonly name: string }[] | undefined
  readonly placesError: Error | null
  readonly place: string | undefined
  readonly hasKeys: boolean
  readonly onPlace: (id: string) => void
  readonly onMade: (made: MadeKey) => void
}

const firstName = 'till-1'

function KeyForm({ places, placesError, place, hasKeys, onPlace, onMade }: KeyFormProps) {
  const { begin } = useTexts()
  const [name, setName] = useState(hasKeys ? '' : firstName)
  const [requestId] = useState(newRequestId)
  const create = useCallToChange('createKey', onMade)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!places) return
    const where = place === undefined ? {} : { locations: [place] }
    const called = name.trim() === '' ? {} : { key: name.trim() }
    create.mutate({ request: { ...called, scope: ['merchant'], ...where }, requestId })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {hasKeys && <Text size="sm">{begin.usesKeys}</Text>}
        {places && places.length > 1 && (
          <Select
            label={begin.connectPlace}
            allowDeselect={false}
            data={places.map(({ id, name: label }) => ({ value: id, label }))}
            value={place ?? null}
            onChange={(id) => id !== null && onPlace(id)}
          />
        )}
        <TextInput
          label={begin.connectName}
          description={begin.connectNameHint}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {placesError && <ErrorPanel error={placesError} />}
        {create.error && <ErrorPanel error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={!places}>
            {begin.makeKey}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function KeyShown({ made: { key, secret } }: { readonly made: MadeKey }) {
  const { begin } = useTexts()
  const rows = [
    [begin.key, key],
    [begin.secret, secret],
  ] as const
  return (
    <Stack>
      <Alert color="yellow" variant="light" title={begin.keyMade(key)}>
        {begin.secretNow}
      </Alert>
      {rows.map(([label, value]) => (
        <div key={label}>
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }} aria-label={label}>
              {value}
            </Code>
            <CopyButton value={value} />
          </Group>
        </div>
      ))}
    </Stack>
  )
}

/** What the till has done so far: it is looked for all the time. */
function Arrival({ hasArrived }: { readonly hasArrived: boolean }) {
  const { begin } = useTexts()
  return (
    <Paper p="lg" role="status">
      {hasArrived ? (
        <Group>
          <IconCircleCheck size={22} color="var(--mantine-color-teal-7)" aria-hidden />
          <Text fw={600}>{begin.arrived}</Text>
          <BrandLink to="developers/calls">{begin.seeCalls}</BrandLink>
        </Group>
      ) : (
        <Group>
          <Loader size="sm" aria-hidden />
          <Text>{begin.waiting}</Text>
        </Group>
      )}
    </Paper>
  )
}
