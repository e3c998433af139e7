-- Activities of before loads and VDOTs were reckoned have none until their athlete's zones change. They are filled in the background,
-- athlete by athlete: those whose turn is still to come.

CREATE TABLE loads_to_fill (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE
);
INSERT INTO loads_to_fill SELECT DISTINCT user_id FROM activities WHERE training_load IS NULL;
