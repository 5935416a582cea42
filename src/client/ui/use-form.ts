import { useState } from 'react'
import type { FormEvent, SubmitEvent } from 'react'

/** What is wrong with a form, by the name of the field. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string | undefined>>

interface FormOptions<Name extends string, Values> {
  /** What the browser can know to be wrong. Nothing is sent while it finds something. */
  check?: (values: Values) => FieldErrors<Name>
  /** May answer what the server found wrong. */
  send: (values: Values) => Promise<FieldErrors<Name> | void>
  /** Called with what `send` threw. May answer where it shows; shows it itself otherwise. */
  failed: (error: unknown) => FieldErrors<Name> | undefined
  /** The current values, for a form whose fields are controlled or not all in the document. */
  read?: () => Values
}

/**
 * A form with the browser's own fields: each has a `name`, the values come from FormData. It is submitted once
 * at a time; the first wrong field takes the focus, and its error leaves as soon as what is typed is right.
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
