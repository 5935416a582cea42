import './Spinner.css'

/**
 * A spinner in the colour of the text around it. Only for buttons; a screen that is loading shows a Skeleton.
 */
export const Spinner = () => (
  <svg className="rf-spinner" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
  </svg>
)
