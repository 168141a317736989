import { Alert, Anchor, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '../../../../server/ground/kernel/errors.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { Identifier } from '../../../parts/identifier.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { toCurl } from '../curl.ts'
import { Outcome } from './call-columns.tsx'
import type { ListedCall } from './use-calls.ts'

/** Everything that is kept of a call, what went wrong, and what to do about it. */
export function CallDetail({ requestRef }: { readonly requestRef: string }) {
  const { calls } = useTexts()
  const brand = useBrand()
  const maySeeWhy = useMay('cards.see')
  const { data, error, refetch } = useAsking('loggedCall', { requestRef })
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (data?.requestRef !== requestRef) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <Outcome call={data} />
      {data.errorCode !== undefined && <Help code={data.errorCode} />}
      {data.unknownFields && <UnknownFields names={data.unknownFields} isRefused={data.errorCode === 100} />}
      <CallFacts call={data} />
      {maySeeWhy && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/b/$brand/why" params={{ brand: brand.id }} search={{ text: requestRef }} />
          )}
        >
          {calls.why}
        </Anchor>
      )}
      <CallCurl call={data} />
    </Stack>
  )
}

function Help({ code }: { readonly code: number }) {
  const { calls, errorHelp } = useTexts()
  // A code of a later version has no words here.
  const help = errorHelp[code as ErrorCode] as (typeof errorHelp)[ErrorCode] | undefined
  if (!help) return null
  return (
    <Alert color="red" variant="light" title={calls.filters.code(code, help.what)}>
      <Text size="sm" fw={500}>
        {calls.whatToDo}
      </Text>
      <Text size="sm">{help.todo}</Text>
    </Alert>
  )
}

interface UnknownFieldsProps {
  readonly names: readonly string[]
  readonly isRefused: boolean
}

function UnknownFields({ names, isRefused }: UnknownFieldsProps) {
  const { calls } = useTexts()
  return (
    <Alert color="yellow" variant="light" title={calls.unknownTitle}>
      <Group gap={6} mb="xs">
        {names.map((name) => (
          <Code key={name}>{name}</Code>
        ))}
      </Group>
      <Text size="sm">{isRefused ? calls.unknownRefused : calls.unknownWhat}</Text>
    </Alert>
  )
}

function CallFacts({ call }: { readonly call: ListedCall }) {
  const { calls } = useTexts()
  return (
    <Facts
      facts={[
        [calls.requestRef, <Identifier key="ref" value={call.requestRef} />],
        [calls.when, <Moment key="at" at={call.at} detail="second" />],
        [calls.kind, call.callType],
        [calls.card, call.cardNumber !== undefined && <Identifier key="card" value={call.cardNumber} />],
        [calls.location, call.location],
        [calls.terminal, call.terminal],
        [calls.employee, call.employee],
        [calls.user, call.user],
        [calls.external, call.externalTransactionId !== undefined && call.externalTransactionId],
        [calls.note, call.note],
      ]}
    />
  )
}

function CallCurl({ call }: { readonly call: ListedCall }) {
  const { calls, developers } = useTexts()
  const brand = useBrand()
  const { data } = useAsking('listOperations', {})
  const operation = data?.operations.find(({ name }) => name === call.operation)
  const curl = toCurl({
    path: operation?.path ?? `/merchant/${call.operation}`,
    brand: brand.id,
    location: call.location,
    terminal: call.terminal,
    headers:
      call.externalTransactionId === undefined ? [] : [['externalTransactionId', call.externalTransactionId] as const],
    body: JSON.stringify(call.cardNumber === undefined ? {} : { cardNumber: call.cardNumber }),
  })
  return (
    <div>
      <CodeBlock title={developers.curlTitle} text={curl} />
      <Text size="sm" c="dimmed" mt={4}>
        {calls.curlWhat}
      </Text>
    </div>
  )
}
