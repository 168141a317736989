import { Button, Group, Modal, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRequestId, useCallToChange } from '../../ask/queries.ts'
import { wrongField } from '../../ask/wrong-field.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { readableName } from '../../parts/format.ts'
import { changeWords, useTellFailed } from '../../parts/use-tell-failed.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CardPageData } from './card-page-data.ts'
import { type CustomerForm, type EditedField, editedFields, toForm, toRequest, wrongWords } from './customer-changes.ts'
import { SameContacts } from './same-contacts.tsx'
import { useToldWhenGone } from './told-when-gone.ts'

/** The button, and the form behind it, by which somebody changes what is known of a customer. */
export function EditCustomer({ page }: { readonly page: CardPageData }) {
  const { customer: texts, parts } = useTexts()
  const [opened, setOpened] = useState<{ readonly requestId: string; readonly form: CustomerForm }>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setOpened({ requestId: newRequestId(), form: toForm(page) })}>
        {texts.edit}
      </Button>
      <Modal
        opened={opened !== undefined}
        onClose={close}
        size="lg"
        title={texts.editTitle}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        {opened && <EditForm page={page} before={opened.form} requestId={opened.requestId} onClose={close} />}
      </Modal>
    </>
  )
}

interface EditFormProps {
  readonly page: CardPageData
  readonly before: CustomerForm
  readonly requestId: string
  readonly onClose: () => void
}

function EditForm({ page, before, requestId, onClose }: EditFormProps) {
  const { customer: texts, parts } = useTexts()
  const change = useCallToChange('updateAccount')
  const told = useToldWhenGone()
  const tell = useTellFailed()
  const ofCard = (what: string) => changeWords({ what, cardNumber: page.cardNumber })
  const [form, setForm] = useState(before)
  const [isUnchanged, setUnchanged] = useState(false)
  const wrong = editedFields.find((name) => name === wrongField(change.error))
  const undo = () => {
    const request = toRequest(form, before, page)
    const onError = (error: Error) => tell({ what: ofCard(parts.undo), title: parts.notUndone }, error)
    if (request)
      change.mutate({ request, requestId: newRequestId() }, { onSuccess: () => showDone(parts.undone), onError })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const request = toRequest(before, form, page)
    setUnchanged(request === undefined)
    if (!request) return
    const onDone = () => {
      onClose()
      showDone(texts.saved, { label: parts.undo, run: undo })
    }
    change.mutateAsync({ request, requestId }).then(onDone, told(ofCard(texts.editTitle)))
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <PersonFields
          values={form.customer}
          wrong={wrong}
          onChange={(name, value) => setForm({ ...form, customer: { ...form.customer, [name]: value } })}
        />
        {page.ownFields.length > 0 && (
          <OwnFields
            fields={page.ownFields}
            values={form.own}
            onChange={(name, value) => setForm({ ...form, own: { ...form.own, [name]: value } })}
          />
        )}
        <SameContacts cardNumber={page.cardNumber} before={before.customer} now={form.customer} />
        {isUnchanged && <Text c="dimmed">{texts.nothingChanged}</Text>}
        {change.error && wrong === undefined && <ErrorPanel error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {parts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PersonFieldsProps {
  readonly values: CustomerForm['customer']
  /** The field that was refused. */
  readonly wrong: EditedField | undefined
  readonly onChange: (name: EditedField, value: string) => void
}

function PersonFields({ values, wrong, onChange }: PersonFieldsProps) {
  const { customer: texts } = useTexts()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {editedFields.map((name) => (
        <TextInput
          key={name}
          label={texts.fields[name]}
          description={name === 'country' || name === 'language' ? texts.hints[name] : undefined}
          type={name === 'birthday' ? 'date' : 'text'}
          error={name === wrong ? wrongWords(name, texts) : undefined}
          value={values[name]}
          data-autofocus={name === 'firstName' || undefined}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  )
}

interface OwnFieldsProps {
  readonly fields: CardPageData['ownFields']
  readonly values: CustomerForm['own']
  readonly onChange: (name: string, value: string) => void
}

/** The fields that the brand has made itself; those whose values have labels are chosen from. */
function OwnFields({ fields, values, onChange }: OwnFieldsProps) {
  const { customer: texts, parts } = useTexts()
  return (
    <Stack gap="xs">
      <Title order={3} size="sm">
        {texts.more}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {fields.map(({ name, type, isList, choices }) => {
          const value = values[name] ?? ''
          const change = ({ currentTarget }: { currentTarget: { value: string } }) =>
            onChange(name, currentTarget.value)
          if (choices.length > 0 && !isList && (value === '' || choices.some((one) => one.value === value)))
            return (
              <NativeSelect
                key={name}
                label={readableName(name)}
                value={value}
                onChange={change}
                data={[{ value: '', label: parts.none }, ...choices]}
              />
            )
          return (
            <TextInput
              key={name}
              label={readableName(name)}
              description={isList ? texts.severalHint : undefined}
              type={type === 'Date' && !isList ? 'date' : 'text'}
              inputMode={type === 'Integer' && !isList ? 'numeric' : 'text'}
              value={value}
              onChange={change}
            />
          )
        })}
      </SimpleGrid>
    </Stack>
  )
}
