import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { Input } from './Input.tsx'
import type { InputProps } from './Input.tsx'

/** Password with a show/hide toggle. Give `autoComplete` ('current-password' or 'new-password'). */
export const PasswordInput = (props: Omit<InputProps, 'type' | 'tail'>) => {
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      dir="ltr"
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      tail={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <EyeOff /> : <Eye />}
          aria-pressed={shown}
          tooltip={false}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
