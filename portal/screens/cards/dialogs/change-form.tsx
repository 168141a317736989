import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { CalledOperation, OperationRequest } from '../../../ask/ask.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { type DoneChange, type SentBy, useAskToChange, useCallToDo } from '../../../ask/queries.ts'
import { useUnsure } from '../../../ask/surely.ts'
import { wrongField } from '../../../ask/wrong-field.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { UnsureNotice } from '../../../parts/unsure-notice.tsx'
import { changeWords } from '../../../parts/use-tell-failed.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useToldWhenGone } from '../told-when-gone.ts'
import styles from './change-form.module.css'

interface FormState {
  /** Which of `ownFields` was refused, if one was. */
  readonly wrong: string | undefined
  readonly isSending: boolean
}

interface ChangeFormProps<Name extends CalledOperation> {
  readonly operation: Name
  /** Undefined while something is missing: then `fault` says what. */
  readonly request: OperationRequest<Name> | undefined
  readonly location?: string | undefined
  readonly requestId: string
  /** How it is sent, if not by calling the operation. */
  readonly by?: SentBy<Name> | undefined
  /** The verb on the button. */
  readonly action: string
  readonly needsReason?: boolean
  readonly usualReason?: string
  readonly isDestructive?: boolean | undefined
  /** The fields. Nothing in them can be changed while it is being sent. */
  readonly children?: ReactNode | ((state: FormState) => ReactNode)
  /** Also when it was done at an earlier attempt, whose answer was lost. */
  readonly onDone: (answer: DoneChange) => void
  readonly onClose: () => void
  /** Somebody tried to send it although something is missing. */
  readonly onMissing?: () => void
  /** What stands with the button, always in sight however long the form is. */
  readonly sum?: ReactNode
  /** Fields that show themselves what was refused about them. */
  readonly ownFields?: readonly string[]
}

/** A change by hand: its fields, its reason, and what to do when it needs a second person. */
export function ChangeForm<Name extends CalledOperation>(props: ChangeFormProps<Name>) {
  const { operation, request, location, requestId, action, needsReason = true, usualReason = '' } = props
  const { till: texts } = useTexts()
  const change = useCallToDo(operation, props.by)
  const approval = useAskToChange('askApproval')
  const [reason, setReason] = useState(usualReason)
  const [isChecked, setChecked] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const { isPending: isSending } = change
  const told = useToldWhenGone()
  const isLacking = needsReason && reason.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (request === undefined) props.onMissing?.()
    if (isLacking || request === undefined) return setAttempts(attempts + 1)
    if (isSending) return
    // Told even if the page has changed by then and this form is gone; as long as it is here, what went wrong is shown below.
    const sent = { request, location, note: reason.trim() || undefined, requestId, what: action }
    change.mutateAsync(sent).then(props.onDone, told(changeWords({ what: action, ...request })))
  }
  const needsApproval = hasReason(change.error, 'approvalNeeded')
  const wrong = props.ownFields?.find((name) => name === wrongField(change.error))
  const unsure = useUnsure().filter((one) => one.requestId === requestId)
  useForgotten(change, request)
  const form = useFocusBack(isSending)
  useWrongShown(form, attempts)
  const where = location === undefined ? {} : { locationId: location }
  const onSuccess = () => {
    showDone(texts.done.asked)
    props.onClose()
  }
  const askSomebody = () => approval.mutate({ operation, request, reason, ...where }, { onSuccess })
  return (
    <form onSubmit={send} noValidate ref={form}>
      <Stack>
        <fieldset disabled={isSending} style={{ display: 'contents' }}>
          {typeof props.children === 'function' ? props.children({ wrong, isSending }) : props.children}
          {needsReason && <ReasonField value={reason} onChange={setReason} isWrong={isChecked && isLacking} />}
        </fieldset>
        <UnsureNotice changes={unsure} />
        {needsApproval && <AboveLimit limit={change.error?.message} />}
        <Faults all={[wrong === undefined && !needsApproval && change.error, approval.error]} />
        <Stack gap="xs" className={styles.foot}>
          {props.sum}
          <Group justify="flex-end">
            <CancelButton isDisabled={isSending && unsure.length === 0} onCancel={props.onClose} />
            {needsApproval ? (
              <Button onClick={askSomebody} loading={approval.isPending}>
                {texts.askApproval}
              </Button>
            ) : (
              <SendButton {...{ isSending, action }} isDestructive={props.isDestructive} />
            )}
          </Group>
        </Stack>
      </Stack>
    </form>
  )
}

function Faults({ all }: { readonly all: readonly (Error | null | false)[] }) {
  return all.map((error) => error && <ErrorPanel key={error.message} error={error} />)
}

interface SendButtonProps extends Pick<ChangeFormProps<CalledOperation>, 'action' | 'isDestructive'> {
  readonly isSending: boolean
}

function SendButton({ action, isSending, isDestructive = false }: SendButtonProps) {
  return (
    <Button type="submit" loading={isSending} color={isDestructive ? 'red.9' : 'ink'}>
      {action}
    </Button>
  )
}

interface CancelButtonProps {
  readonly isDisabled: boolean
  readonly onCancel: () => void
}

/** Disabled while the answer is on its way; once nobody knows when it comes, nobody has to wait for it here. */
function CancelButton({ isDisabled, onCancel }: CancelButtonProps) {
  const { parts } = useTexts()
  return (
    <Button variant="default" disabled={isDisabled} onClick={onCancel}>
      {parts.cancel}
    </Button>
  )
}

/** The field that was typed into loses the focus while something is being sent: it gets it back. */
function useFocusBack(isSending: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null
    }
    const { current } = form
    current?.addEventListener('focusin', note)
    return () => current?.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (!isSending && document.activeElement === document.body) last.current?.focus()
  }, [isSending])
  return form
}

/** Whoever presses the button while something is wrong is led there, also if it is out of sight. */
function useWrongShown(form: RefObject<HTMLFormElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    wrong?.focus()
    const told = wrong ?? form.current?.querySelector('[role=alert]')
    told?.scrollIntoView({ block: 'center' })
  }, [form, attempts])
}

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
