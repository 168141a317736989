import { Alert, Stack, Table, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ErrorCode } from '../../../server/ground/kernel/errors.ts'
import type { RouteAnswer } from '../../ask/ask.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { Moment } from '../../parts/figures.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Explained } from './explained.tsx'
import { LedgerRows } from './ledger-rows.tsx'
import { PersonChanges } from './person-changes.tsx'
import { Receipt } from './receipt.tsx'
import { useSentence } from './sentence.ts'
import { UndoCall } from './undo-call.tsx'

export type CallDetail = RouteAnswer<'callDetail'>['calls'][number]

/** That it was refused, what that means, and what to do. */
function Refused({ code }: { readonly code: number }) {
  const { call: texts, errorHelp } = useTexts()
  // A code of a later version has no words here.
  const help = errorHelp[code as ErrorCode] as (typeof errorHelp)[ErrorCode] | undefined
  return (
    <Alert color="yellow" title={texts.refused(code)}>
      {help && `${help.what} ${help.todo}`}
    </Alert>
  )
}

/** A call with its receipt, its ledger rows, and why its rules fired or did not. */
export function CallPanel({ call, withCard = false }: { readonly call: CallDetail; readonly withCard?: boolean }) {
  const { call: texts } = useTexts()
  const sentence = useSentence()
  const first = call.receipt ? 'receipt' : call.explanation ? 'why' : 'ledger'
  return (
    <Stack>
      {call.happening && <strong>{sentence(call.happening)}</strong>}
      <PersonChanges changes={call.happening?.changes ?? []} />
      {call.errorCode !== undefined && <Refused code={call.errorCode} />}
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          <Fact name={texts.reference} value={<Identifier value={call.requestRef} />} />
          <Fact name={texts.at} value={<Moment at={call.at} detail="second" />} />
          {call.place && <Fact name={texts.place} value={call.place.name} />}
          {call.user !== undefined && <Fact name={texts.user} value={call.user} />}
          {call.note !== undefined && <Fact name={texts.note} value={call.note} />}
        </Table.Tbody>
      </Table>
      <Tabs defaultValue={first} key={call.requestRef}>
        <Tabs.List>
          {call.receipt && <Tabs.Tab value="receipt">{texts.receipt}</Tabs.Tab>}
          <Tabs.Tab value="ledger">{texts.ledger}</Tabs.Tab>
          {call.explanation && <Tabs.Tab value="why">{texts.why}</Tabs.Tab>}
        </Tabs.List>
        {call.receipt && (
          <Tabs.Panel value="receipt" pt="sm">
            <Receipt receipt={call.receipt} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="ledger" pt="sm">
          <LedgerRows rows={call.ledger} />
        </Tabs.Panel>
        {call.explanation && (
          <Tabs.Panel value="why" pt="sm">
            <Explained explanation={call.explanation} />
          </Tabs.Panel>
        )}
      </Tabs>
      {withCard && call.cardNumber !== undefined && (
        <BrandLink to={`cards/${encodeURIComponent(call.cardNumber)}`}>{texts.openCard}</BrandLink>
      )}
      {call.mayVoid && <UndoCall call={call} />}
    </Stack>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={110} fw={400} c="dimmed">
        {name}
      </Table.Th>
      <Table.Td>{value}</Table.Td>
    </Table.Tr>
  )
}
