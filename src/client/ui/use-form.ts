import { useState } from 'react'
import type { FormEvent, SubmitEvent } from 'react'

/** The errors of a form, by the name of the field. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string | undefined>>

interface FormOptions<Name extends string, Values> {
  /** Validates in the browser. Nothing is sent while there are errors. */
  check?: (values: Values) => FieldErrors<Name>
  /** May return the errors that the server found. */
  send: (values: Values) => Promise<FieldErrors<Name> | void>
  /** Called with what `send` threw. Returns errors for fields, or shows the failure itself. */
  failed: (error: unknown) => FieldErrors<Name> | undefined
  /** The current values, for a form whose fields are controlled or not all in the document. */
  read?: () => Values
}

/**
 * A form with the browser's own fields: each has a `name`, the values come from FormData. It is submitted
 * once at a time; the first invalid field is focused, and its error disappears when the value becomes valid.
 * Spread `props` into the `<form>` and give each Field its `errors[name]`. `setError` shows an error that was
 * found without a submit.
 */
export function useForm<Name extends string, Values = Record<Name, string>>({
  check,
  send,
  failed,
  read,
}: FormOptions<Name, Values>) {
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [pending, setPending] = useState(false)
  const valuesOf = (form: HTMLFormElement): Values => read?.() ?? fieldValues<Values>(form)
  const show = (form: HTMLFormElement, found: FieldErrors<Name>) => {
    setErrors(found)
    focusFirst(form, found)
  }
  const submit = async (form: HTMLFormElement) => {
    const values = valuesOf(form)
    const found = check?.(values) ?? {}
    show(form, found)
    if (hasErrors(found)) return
    setPending(true)
    try {
      const refused = await send(values)
      if (refused) show(form, refused)
    } catch (error) {
      show(form, failed(error) ?? {})
    } finally {
      setPending(false)
    }
  }
  return {
    errors,
    pending,
    setError: (name: Name, message: string) => setErrors((others) => ({ ...others, [name]: message })),
    props: {
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!pending) void submit(event.currentTarget)
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const name = (event.target as HTMLInputElement).name as Name
        if (errors[name]) setErrors({ ...errors, [name]: check?.(valuesOf(event.currentTarget))[name] })
      },
    },
  }
}

/** Every text field has a value, so FormData holds strings for each of their names. */
const fieldValues = <Values>(form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Values

const hasErrors = (errors: FieldErrors<string>) => Object.values(errors).some(Boolean)

function focusFirst(form: HTMLFormElement, errors: FieldErrors<string>): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement)
  fields.find((field) => errors[field.getAttribute('name') ?? ''])?.focus()
}
