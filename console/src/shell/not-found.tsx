import { LinkButton } from '../parts/button.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Empty } from '../parts/states.tsx';
import { useSay } from '../say.tsx';

export function NotFound() {
  const say = useSay();
  return (
    <>
      <PageHead title={say('shell.notFound.title')} />
      <Empty action={<LinkButton to="/">{say('shell.notFound.home')}</LinkButton>}>
        {say('shell.notFound.text')}
      </Empty>
    </>
  );
}
