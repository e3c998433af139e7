import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { Link, type LinkProps } from 'react-router';
import style from './button.module.css';

type Look = {
  /** `main`: ink, one a view. `plain`: outlined. `quiet`: text only. */
  readonly look?: 'main' | 'plain' | 'quiet';
  readonly size?: 'usual' | 'small' | 'large';
};

/** A button. Destructive ones look like others and ask again. */
export function Button({ look = 'plain', size = 'usual', ...props }: ButtonProps & Look) {
  return <AriaButton {...props} className={style.button ?? ''} data-look={look} data-size={size} />;
}

/** A link that looks like a button, for what leads somewhere. */
export function LinkButton({ look = 'plain', size = 'usual', ...props }: LinkProps & Look) {
  return <Link {...props} className={style.button} data-look={look} data-size={size} />;
}
