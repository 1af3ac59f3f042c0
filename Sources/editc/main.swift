print("editc")
