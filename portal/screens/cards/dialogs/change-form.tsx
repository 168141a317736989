import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { CalledOperation, OperationRequest } from '../../../ask/ask.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { type DoneChange, useAskToChange, useCallToDo } from '../../../ask/queries.ts'
import { useUnsure } from '../../../ask/surely.ts'
import { wrongField } from '../../../ask/wrong-field.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { UnsureNotice } from '../../../parts/unsure-notice.tsx'
import { useTexts } from '../../../texts/texts.ts'

interface ChangeFormProps<Name extends CalledOperation> {
  readonly operation: Name
  /** Undefined while something is missing: then `fault` says what. */
  readonly request: OperationRequest<Name> | undefined
  readonly location?: string | undefined
  readonly requestId: string
  /** The verb on the button. */
  readonly action: string
  readonly needsReason?: boolean
  readonly usualReason?: string
  readonly isDestructive?: boolean
  /** The fields; told which of `ownFields` was refused, if one was. */
  readonly children?: ReactNode | ((wrong: string | undefined) => ReactNode)
  /** Also when it was done at an earlier attempt, whose answer was lost. */
  readonly onDone: (answer: DoneChange) => void
  readonly onClose: () => void
  /** What has to be done first, such as a payment by another card: gives the request as it is sent. */
  readonly prepare?: (request: OperationRequest<Name>) => Promise<OperationRequest<Name>>
  /** It was not done. */
  readonly onRefused?: (error: unknown) => void
  /** Somebody tried to send it although something is missing. */
  readonly onMissing?: () => void
  /** Fields that show themselves what was refused about them. */
  readonly ownFields?: readonly string[]
}

/** A change by hand: its fields, its reason, and what to do when it needs a second person. */
export function ChangeForm<Name extends CalledOperation>(props: ChangeFormProps<Name>) {
  const { operation, request, location, requestId, action, needsReason = true, usualReason = '' } = props
  const { till: texts, parts } = useTexts()
  const change = useCallToDo(operation)
  const approval = useAskToChange('askApproval')
  const [reason, setReason] = useState(usualReason)
  const [isChecked, setChecked] = useState(false)
  const isLacking = needsReason && reason.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (request === undefined) props.onMissing?.()
    if (isLacking || request === undefined) return
    // Told even if the page has changed by then and this form is gone; what went wrong is shown below.
    const place = { location, note: reason.trim() || undefined, requestId, what: action }
    const prepared = props.prepare?.(request) ?? Promise.resolve(request)
    const sent = prepared.then((whole) => change.mutateAsync({ ...place, request: whole }))
    sent.then(props.onDone, props.onRefused ?? nothing)
  }
  const needsApproval = hasReason(change.error, 'approvalNeeded')
  const wrong = props.ownFields?.find((name) => name === wrongField(change.error))
  const unsure = useUnsure().filter((one) => one.requestId === requestId)
  useForgotten(change, request)
  const askSomebody = () =>
    approval.mutate(
      { operation, request, reason, ...(location !== undefined && { locationId: location }) },
      {
        onSuccess: () => {
          showDone(texts.done.asked)
          props.onClose()
        },
      },
    )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {typeof props.children === 'function' ? props.children(wrong) : props.children}
        {needsReason && <ReasonField value={reason} onChange={setReason} isWrong={isChecked && isLacking} />}
        <UnsureNotice changes={unsure} />
        {needsApproval && <AboveLimit limit={change.error?.message} />}
        {change.error && !needsApproval && wrong === undefined && <ErrorPanel error={change.error} />}
        {approval.error && <ErrorPanel error={approval.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {parts.cancel}
          </Button>
          {needsApproval ? (
            <Button onClick={askSomebody} loading={approval.isPending}>
              {texts.askApproval}
            </Button>
          ) : (
            <Button type="submit" loading={change.isPending} color={props.isDestructive ? 'red.9' : 'ink'}>
              {action}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const nothing = () => undefined

/** What was refused is over as soon as something else is asked for. */
export function useForgotten(
  { isError, reset }: { readonly isError: boolean; readonly reset: () => void },
  request: unknown,
) {
  const asked = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about nothing but what is asked for.
  useEffect(() => {
    if (isError) reset()
  }, [asked])
}

/** What is above a limit, and what to do about it. */
export function AboveLimit({ limit }: { readonly limit: string | undefined }) {
  const { till: texts } = useTexts()
  return (
    <Alert color="yellow" title={limit}>
      {texts.askWhat}
    </Alert>
  )
}

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly isWrong: boolean
}

/** Why something is changed by hand. */
export function ReasonField({ value, onChange, isWrong }: ReasonFieldProps) {
  const { till: texts } = useTexts()
  return (
    <TextInput
      label={texts.reason}
      description={texts.reasonHint}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={isWrong ? texts.reasonWrong : undefined}
      maxLength={500}
    />
  )
}
