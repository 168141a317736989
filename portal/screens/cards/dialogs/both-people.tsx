import { Alert, Table } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { shownDay } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'

type Preview = RouteAnswer<'movePreview'>
type Person = NonNullable<Preview['holder']>

const told = ['email', 'mobilePhone', 'phone', 'birthday', 'postal'] as const

/** Who has the two cards, side by side; those who may not see people see nothing here. */
export function BothPeople({ holder = {}, toHolder = {} }: Pick<Preview, 'holder' | 'toHolder'>) {
  const { till: texts, customer } = useTexts()
  const { language } = useBrand()
  const wordsOf = (field: string, value = '') => (field === 'birthday' ? shownDay(value, language) : value)
  const rows = [
    { name: customer.name, from: nameOf(holder), to: nameOf(toHolder), isSame: isSameName },
    ...told.map((field) => ({
      name: customer.fields[field],
      from: wordsOf(field, holder[field]),
      to: wordsOf(field, toHolder[field]),
      isSame: isSameText,
    })),
  ].filter(({ from, to }) => from !== '' || to !== '')
  if (rows.length === 0) return null
  const differing = rows.filter(({ from, to, isSame }) => from !== '' && to !== '' && !isSame(from, to))
  return (
    <>
      {differing.length > 0 && (
        <Alert color="yellow" role="alert" title={texts.twoPeople}>
          {texts.twoPeopleWhat(differing.map(({ name }) => name).join(', '))}
        </Alert>
      )}
      <Table verticalSpacing={4} aria-label={texts.bothPeople}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th>{texts.thisCard}</Table.Th>
            <Table.Th>{texts.thatCard}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, from, to }) => (
            <Table.Tr key={name}>
              <Table.Th fw={400} c="dimmed">
                {name}
              </Table.Th>
              <Table.Td>{from || '–'}</Table.Td>
              <Table.Td>{to || '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

export const nameOf = ({ firstName, lastName }: Person): string => [firstName, lastName].filter(Boolean).join(' ')

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const isSameName = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: 'base', ignorePunctuation: true }) === 0
