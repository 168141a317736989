import { useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { PasswordField } from './password-field.tsx'

/** The server wants at least as many; it is said before it is refused. */
const passwordCharactersMin = 12

type PasswordFault = 'tooShort' | 'differs'

/** A new password that is typed twice, and what is wrong with it. */
export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<PasswordFault>()
  /** Whether it can be sent; if not, its fields say why. */
  const check = () => {
    const found = findFault(password, again)
    setFault(found)
    return found === undefined
  }
  const clear = () => {
    setPassword('')
    setAgain('')
  }
  return { password, again, fault, setPassword, setAgain, check, clear }
}

function findFault(password: string, again: string): PasswordFault | undefined {
  if (password.length < passwordCharactersMin) return 'tooShort'
  return password === again ? undefined : 'differs'
}

interface NewPasswordFieldsProps {
  readonly typed: ReturnType<typeof useNewPassword>
  readonly isFirst?: boolean
}

export function NewPasswordFields({ typed, isFirst = false }: NewPasswordFieldsProps) {
  const { login } = useTexts()
  const { password, again, fault, setPassword, setAgain } = typed
  return (
    <>
      <PasswordField
        label={login.link.password}
        description={login.link.passwordHint}
        autoComplete="new-password"
        autoFocus={isFirst}
        required={!isFirst}
        value={password}
        error={fault === 'tooShort' && login.link.tooShort}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordField
        label={login.link.again}
        autoComplete="new-password"
        required={!isFirst}
        value={again}
        error={fault === 'differs' && login.link.differs}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
    </>
  )
}
